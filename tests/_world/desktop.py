"""A desktop for tests: Mutter's idle monitor, KDE's screen saver and logind on one private bus, as the words of each input line say."""
import sys
import threading

import dbus
import dbus.service
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
state = {"idle": 0, "hint": False, "since": 0, "type": "wayland"}
SESSION = "/org/freedesktop/login1/session/_32"


class Mutter(dbus.service.Object):
    @dbus.service.method("org.gnome.Mutter.IdleMonitor", out_signature="t")
    def GetIdletime(self):
        return state["idle"]


class ScreenSaver(dbus.service.Object):
    @dbus.service.method("org.freedesktop.ScreenSaver", out_signature="u")
    def GetSessionIdleTime(self):
        if state["type"] == "wayland":
            raise dbus.DBusException("GetSessionIdleTime is not supported", name="org.freedesktop.DBus.Error.NotSupported")
        return state["idle"]


class Manager(dbus.service.Object):
    @dbus.service.method("org.freedesktop.login1.Manager", out_signature="a(susso)")
    def ListSessions(self):
        return [("2", dbus.UInt32(1000), "me", "seat0", dbus.ObjectPath(SESSION))]


class Session(dbus.service.Object):
    @dbus.service.method("org.freedesktop.DBus.Properties", in_signature="s", out_signature="a{sv}")
    def GetAll(self, interface):
        return {
            "Id": "2",
            "Type": state["type"],
            "Class": "user",
            "Active": True,
            "State": "active",
            "IdleHint": dbus.Boolean(state["hint"]),
            "IdleSinceHint": dbus.UInt64(state["since"]),
        }


PLACES = {
    "mutter": ("org.gnome.Mutter.IdleMonitor", lambda: [Mutter(bus, "/org/gnome/Mutter/IdleMonitor/Core")]),
    "screensaver": ("org.freedesktop.ScreenSaver", lambda: [ScreenSaver(bus, "/org/freedesktop/ScreenSaver")]),
    "logind": ("org.freedesktop.login1", lambda: [Manager(bus, "/org/freedesktop/login1"), Session(bus, SESSION)]),
}
running = {}


def follow(line):
    """`start NAME`, `stop NAME`, `set KEY VALUE`; answers each line with `ok`."""
    word, *rest = line.split()
    if word == "start" and rest[0] not in running:
        address, create = PLACES[rest[0]]
        name = dbus.service.BusName(address, bus)
        running[rest[0]] = (address, name, create())
    if word == "stop" and rest[0] in running:
        address, _, served = running.pop(rest[0])
        for one in served:
            one.remove_from_connection()
        bus.release_name(address)
    if word == "set":
        key, value = rest
        state[key] = value if key == "type" else int(value)
    print("ok", flush=True)


def read():
    for line in sys.stdin:
        GLib.idle_add(follow, line)
    GLib.idle_add(loop.quit)


loop = GLib.MainLoop()
threading.Thread(target=read, daemon=True).start()
print("ready", flush=True)
loop.run()
