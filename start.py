#!/usr/bin/env python3
"""Set up slime in this folder and open its front page, or run its tests.

    python3 start.py [OPTIONS OF slime open]     set up, open the front page: play, bet, see;
                                                 from there to the lessons in JupyterLab;
                                                 --no-browser only prints the address,
                                                 --port N, --language ru
    python3 start.py test [SESSION ...] [-- ...] set up, run all tests, or the sessions named
                                                 (noxfile.py); what follows -- goes to pytest

Needs Python 3.11 or newer and nothing else. All that it installs is in the folder .venv here.
"""

import sys

if sys.version_info < (3, 11):  # before anything that an older Python cannot read
    sys.stderr.write(
        "slime needs Python 3.11 or newer, this is %d.%d. Get it from https://www.python.org\n"
        "slime требует Python 3.11 или новее, а это %d.%d.\n" % (sys.version_info[:2] * 2)
    )
    raise SystemExit(2)

import contextlib
import hashlib
import json
import os
import signal
import subprocess
import time
from pathlib import Path

from slime.i18n import words
from slime.i18n.setting import LANGUAGES, system_language

HERE = Path(__file__).resolve().parent
VENV = HERE / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
COMMAND = PYTHON.with_name("slime.exe" if os.name == "nt" else "slime")
LOCK = HERE / ".venv.lock"
STAMP = VENV / "slime-start.json"
LOG = VENV / "slime-install.log"


class Stop(Exception):
    """Something the user must know, in one line."""


def main(argv):
    """Do what is asked; the exit status."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace", line_buffering=True)
    if argv[:1] in (["-h"], ["--help"]):
        print(__doc__.strip())
        return 0
    w = words(wanted_language(argv))
    testing = argv[:1] == ["test"]
    try:
        with locked(w):
            set_up(["lab", "test"] if testing else ["lab"], w)
        if testing:
            return run([str(PYTHON), "-m", "nox", *sessions(argv[1:])], HERE)
        return run([str(COMMAND), "open", *argv], None)
    except Stop as stop:
        print(stop, file=sys.stderr)
        return 1
    except OSError as error:
        print(w("start.failed", why=error), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\n" + w("start.stopped"), file=sys.stderr)
        return 130


@contextlib.contextmanager
def locked(w):
    """One start at a time sets up this folder: another one waits, and says so."""
    try:
        file = LOCK.open("w")
    except OSError:  # nothing can be written here: then it must be there already
        yield
        return
    with file:
        said = False
        while not hold(file):
            if not said:
                print(w("start.waiting", folder=HERE))
            said = True
            time.sleep(0.5)
        yield


def hold(file):
    """Lock a file, which ends with the process; whether nobody else holds it."""
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def sessions(argv):
    """The options of nox for `[SESSION ...] [-- PYTEST OPTIONS]`."""
    named = argv[: argv.index("--")] if "--" in argv else argv
    return [*(["--session"] if named else []), *argv]


def wanted_language(argv):
    """The language named among the options of `slime open`, else the computer's."""
    for option, value in zip(argv, [*argv, ""][1:], strict=True):
        name, _, inside = option.partition("=")
        if name == "--language" and (inside or value) in LANGUAGES:
            return inside or value
    return system_language()


def set_up(extras, w):
    """Make the environment and install the project in it, unless that was done before."""
    wanted = fingerprint()
    stamp = read_stamp()
    if stamp.get("of") == wanted and set(extras) <= set(stamp.get("extras", ())) and works():
        return
    # What a start with more extras installed stays installed.
    if stamp.get("here") == str(HERE):
        extras = sorted({*extras, *stamp.get("extras", ())})
    if stamp.get("here") != str(HERE) or not works():
        STAMP.unlink(missing_ok=True)
        make_environment(w)
    # Not ready, but ours: a start meanwhile, or after this one was stopped, must not clear it.
    write_stamp({"here": str(HERE)})
    install(extras, w)
    write_stamp({"here": str(HERE), "of": wanted, "extras": extras})


def fingerprint():
    """A digest of all that decides what must be installed."""
    digest = hashlib.sha256(f"{HERE} {sys.version_info[:2]}".encode())
    for name in ("pyproject.toml", "constraints.txt"):
        digest.update((HERE / name).read_bytes())
    return digest.hexdigest()


def read_stamp():
    """What was installed last, nothing where that cannot be read."""
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def write_stamp(stamp):
    """Remember what is installed, whole or not at all."""
    new = STAMP.with_suffix(".new")
    new.write_text(json.dumps(stamp), encoding="utf-8")
    new.replace(STAMP)


def works():
    """Whether the environment's Python runs, is of our version and has pip."""
    check = f"import pip, sys; sys.exit(sys.version_info[:2] != {sys.version_info[:2]})"
    return (
        PYTHON.exists()
        and subprocess.run([PYTHON, "-c", check], check=False, capture_output=True).returncode == 0
    )


def make_environment(w):
    """Make the environment anew; `Stop` says why it cannot be."""
    try:
        import ensurepip  # noqa: F401
    except ImportError:
        debian = Path("/etc/debian_version").exists()
        raise Stop(w("start.no_ensurepip_debian" if debian else "start.no_ensurepip")) from None
    print(w("start.environment", folder=VENV))
    command = [sys.executable, "-m", "venv", "--clear", str(VENV)]
    made = subprocess.run(command, check=False, capture_output=True, text=True)
    if made.returncode != 0:
        raise Stop(w("start.failed", why=last_line(made.stderr + made.stdout)))


def install(extras, w):
    """Install the project, with the exact versions that were tested if they can be had here."""
    print(w("start.installing", packages=".[{}]".format(",".join(extras))))
    tested = ["--constraint", str(HERE / "constraints.txt")]
    # A second try is for a network that fails once; a third, without the exact versions, for a
    # Python that is newer than they are. Where the exact versions are what is tested, not that.
    tries = [tested, tested] if os.environ.get("CI") else [tested, tested, []]
    for number, versions in enumerate(tries):
        if number:
            print(w("start.again" if versions else "start.other_versions"))
            time.sleep(2)
        if pip(["--editable", ".[{}]".format(",".join(extras)), *versions], w) == 0:
            return
    why = last_line(LOG.read_text(encoding="utf-8", errors="replace"), "ERROR:")
    raise Stop(w("start.not_installed", why=why, log=LOG))


def pip(arguments, w):
    """Run `pip install` with its words in a log; says now and then that it is still at it."""
    command = [str(PYTHON), "-m", "pip", "install", "--no-input", "--progress-bar=off"]
    command += ["--disable-pip-version-check", "--retries=5", "--timeout=60", *arguments]
    begin = time.monotonic()
    with LOG.open("w", encoding="utf-8") as log:
        # A user's own settings may send packages elsewhere: here they must go in the environment.
        work = subprocess.Popen(
            command, cwd=HERE, stdout=log, stderr=log, env={**os.environ, "PIP_USER": "0"}
        )
        try:
            while True:
                try:
                    return work.wait(timeout=20)
                except subprocess.TimeoutExpired:
                    print(w("start.still", seconds=round(time.monotonic() - begin)))
        finally:
            if work.poll() is None:
                work.terminate()
                work.wait()


def last_line(text, begin=""):
    """The last line that begins so, else the last of all."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    chosen = [line for line in lines if line.startswith(begin)] or lines or ["?"]
    return chosen[-1].removeprefix(begin).strip()


def run(command, folder):
    """Run a command to its end. What ends this program ends it first: wait until it has ended."""
    posix = os.name != "nt"
    work, told = None, []

    def tell(number, _):
        if work is None:  # it is only just being started, and is told afterwards
            told.append(number)
        elif number != signal.SIGINT:
            work.terminate()
        elif posix:  # elsewhere a terminal has told both, and this one waits for the other
            work.send_signal(number)

    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), tell)
    # In a session of its own it hears each signal once, from here, whoever sent it.
    work = subprocess.Popen(command, cwd=folder, start_new_session=posix)
    for number in told:
        tell(number, None)
    code = work.wait()
    return 130 if code in (-signal.SIGINT, 130) else abs(code)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
