"""What is asked of the kit, one module a stage: each has ``items(size)``, see `frozen.probe`."""
