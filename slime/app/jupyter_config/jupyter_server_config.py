"""Settings of the server that `slime lab` starts."""

import contextlib
import warnings

c = get_config()  # type: ignore[name-defined]  # noqa: F821 (what Jupyter gives a settings file)

# Voila, when loaded, asks for warnings that are of no use to a learner: load it first.
with contextlib.suppress(ImportError):
    import voila  # noqa: F401
warnings.filterwarnings("ignore", category=DeprecationWarning, module="traitlets")

with contextlib.suppress(ImportError):
    import zmq

    # Others at this computer cannot listen in, and kernels need not warn of that.
    if zmq.has("curve"):
        c.KernelManager.transport_encryption = "auto"
