#!/bin/sh
# Runs as root after the deb or the rpm was installed or updated. dpkg sets DPKG_ROOT when it installs into another folder.
# It replaces electron-builder's script, which gives /usr/bin/portside, our launcher, to update-alternatives: removing the rpm would
# then fail (electron-builder#8911). And its after-remove script undoes the installation at each update (electron-builder#7326).
# Caches of icons and desktop files are kept by the systems' own triggers, and /usr/bin/portside is a file of the package.
set -e

app=$DPKG_ROOT/opt/Portside
profile=$DPKG_ROOT/etc/apparmor.d/portside

# Not in a chroot or another root, whose kernel isn't this system's.
uses_apparmor() { [ -z "$DPKG_ROOT" ] && ! ischroot 2>/dev/null && aa-enabled --quiet 2>/dev/null; }

# Chromium's sandbox uses user namespaces. On a kernel without them it needs a helper that runs as root.
if unshare --user true 2>/dev/null; then
  chmod 0755 "$app/chrome-sandbox"
else
  chmod 4755 "$app/chrome-sandbox"
fi

# Ubuntu since 23.10 denies user namespaces to programs without a profile. AppArmor before 4.0 can't read this one, and needs none.
if command -v apparmor_parser >/dev/null &&
  apparmor_parser --skip-kernel-load --skip-cache "$app/resources/apparmor-profile" >/dev/null 2>&1; then
  mkdir -p "$DPKG_ROOT/etc/apparmor.d"
  cp "$app/resources/apparmor-profile" "$profile"
  chmod 0644 "$profile"
  if uses_apparmor; then
    apparmor_parser --replace --write-cache --skip-read-cache "$profile" ||
      echo "portside: AppArmor didn't load $profile. Restart the system if Portside doesn't start." >&2
  fi
fi
