"""Starting and stopping: processes, loading rules, logs, the commands of a host."""
