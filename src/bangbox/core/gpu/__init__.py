"""Games on a GPU: the same rules as on the CPU, made into kernels and run through CuPy."""
