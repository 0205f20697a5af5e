"""Starting and stopping: processes, getting ready, logs, the commands of a host."""
