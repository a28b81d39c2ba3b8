"""Signs releases: which files a release holds, and whether those that run here are they."""

from controller.release.compare import differences
from controller.release.manifest import Manifest, ReleaseError, checked, manifest_of, read_signed

__all__ = ["Manifest", "ReleaseError", "checked", "differences", "manifest_of", "read_signed"]
