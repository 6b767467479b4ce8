"""Who plays the blocks: threads of this process, processes of this machine, or a Dask cluster."""
