"""How a GPU plays: kernels and what the CPU expects of them made on one machine, compared and measured on another."""
