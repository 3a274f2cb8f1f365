"""What pip calls to make a wheel (PEP 517), in place of setuptools, which pip would want to download:
`pip install format/python` works without a network. The library that ./run builds, or the one that
TICKREEL_LIBRARY names, goes into the wheel; without one the system's is used."""
import base64
import hashlib
import os
import sysconfig
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
NAME, VERSION = "tickreel", "0.1.0"
BUILT = HERE.parent.parent / "build" / "release" / "lib" / "libtickreel.so.1"
METADATA = f"""Metadata-Version: 2.1
Name: {NAME}
Version: {VERSION}
Summary: Recordings of matches (.reel) as numpy arrays, Arrow streams and Python objects
Requires-Python: >=3.9
Requires-Dist: numpy
"""


def _library():
    named = os.environ.get("TICKREEL_LIBRARY")
    return Path(named) if named else BUILT if BUILT.exists() else None


def _tag(library):
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return f"py3-none-{platform if library else 'any'}"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    library = _library()
    files = {f"{NAME}/{path.name}": path.read_bytes() for path in sorted((HERE / NAME).glob("*.py"))}
    if library:
        files[f"{NAME}/libtickreel.so.1"] = library.read_bytes()
    info = f"{NAME}-{VERSION}.dist-info"
    files[f"{info}/METADATA"] = METADATA.encode()
    pure = "false" if library else "true"
    files[f"{info}/WHEEL"] = (f"Wheel-Version: 1.0\nGenerator: {NAME}\nRoot-Is-Purelib: {pure}\n"
                              f"Tag: {_tag(library)}\n").encode()
    record = ""
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(content)}\n"
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    wheel = f"{NAME}-{VERSION}-{_tag(library)}.whl"
    with zipfile.ZipFile(Path(wheel_directory) / wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return wheel
