#!/bin/sh
# Runs as root after the deb's or the rpm's files were removed. dpkg says what it does; rpm, how many versions remain installed.
set -e

# During an update rpm calls this after the new version's script, whose profile has to stay.
case $1 in
  remove | purge | 0) ;;
  *) exit 0 ;;
esac

profile=$DPKG_ROOT/etc/apparmor.d/portside
if [ -f "$profile" ]; then
  if [ -z "$DPKG_ROOT" ] && ! ischroot 2>/dev/null && aa-enabled --quiet 2>/dev/null; then
    apparmor_parser --remove "$profile" || true
  fi
  rm -f "$profile"
fi
