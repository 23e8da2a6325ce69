# A session of somebody who cannot see the window, through AT-SPI. Each line of standard input is a request, each line of output its answer:
# an answer begins with "ok " or "no ".
import os, subprocess, sys, time, warnings
import gi

warnings.simplefilter("ignore")

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib

session = Gio.bus_get_sync(Gio.BusType.SESSION, None)


def status(name, value=None):
    if value is not None:
        session.call_sync("org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Set",
                          GLib.Variant("(ssv)", ("org.a11y.Status", name, GLib.Variant("b", value))), None, 0, 5000, None)
    return session.call_sync("org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Get",
                             GLib.Variant("(ss)", ("org.a11y.Status", name)), None, 0, 5000, None).unpack()[0]


def application():
    # Starts the accessibility bus, where it does not run yet.
    Atspi.init()
    # A call is given up after 0.8 s otherwise: on a busy machine a frame may take longer.
    Atspi.set_timeout(20000, 20000)
    desktop = Atspi.get_desktop(0)
    for i in range(desktop.get_child_count()):
        child = desktop.get_child_at_index(i)
        if child is not None and child.get_toolkit_name() == "Overlook":
            return child
    return None


def walk(node, depth=0):
    yield depth, node
    for i in range(min(node.get_child_count(), 400)):
        child = node.get_child_at_index(i)
        if child is not None:
            yield from walk(child, depth + 1)


def find(role, name):
    app = application()
    if app is None:
        return None
    for _, node in walk(app):
        if node.get_role_name() == role and (name == "*" or (node.get_name() or "").startswith(name)):
            return node
    return None


def wait(seconds, body):
    # A busy machine takes many times as long as a quiet one.
    end = time.time() + 4 * seconds
    while time.time() < end:
        try:
            value = body()
            if value:
                return value
        except GLib.Error:
            pass
        time.sleep(0.05)
    return None


def line(node):
    states = sorted(s.value_nick for s in node.get_state_set().get_states())
    return "%s|%s|%s|%s" % (node.get_role_name(), node.get_name(), node.get_description(), ",".join(states))


program = None


def start(words):
    global program
    environment = dict(os.environ)
    for word in words[1].split(";"):
        if word:
            name, value = word.split("=", 1)
            environment[name] = value
    program = subprocess.Popen(words[2:], env=environment, stdout=subprocess.DEVNULL)
    return "ok %d" % program.pid


def stop():
    if program is not None and program.poll() is None:
        program.kill()
        program.wait()


def answer(words):
    verb = words[0]
    if verb == "start":
        return start(words)
    if verb == "stop":
        stop()
        return "ok"
    if verb == "running":
        return "ok" if program.poll() is None else "no %s" % program.returncode
    if verb == "buses":
        names = session.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ListNames", None, None, 0,
                                  5000, None).unpack()[0]
        return "ok " + ",".join(n for n in names if not n.startswith(":"))
    if verb == "enable":
        status("IsEnabled", words[1] == "true")
        return "ok"
    if verb == "find":
        node = wait(float(words[3]) if len(words) > 3 else 20, lambda: find(words[1], words[2]))
        return "ok " + line(node) if node else "no " + words[2]
    if verb == "described":
        def described():
            node = find(words[1], words[2])
            return node if node and words[3] in (node.get_description() or "") else None
        node = wait(float(words[4]), described)
        return "ok " + line(node) if node else "no " + words[3]
    if verb == "absent":
        return "ok" if wait(10, lambda: find(words[1], words[2]) is None) else "no"
    if verb == "application":
        app = wait(float(words[1]), application)
        return "ok " + app.get_name() if app else "no"
    if verb == "tree":
        app = application()
        return "ok " + "\t".join("%d|%s" % (d, line(n)) for d, n in walk(app)) if app else "no"
    if verb == "press":
        node = wait(10, lambda: find(words[1], words[2]))
        if node is None:
            return "no " + words[2]
        action = node.get_action_iface()
        return "ok" if action and action.do_action(int(words[3]) if len(words) > 3 else 0) else "no action"
    if verb == "write":
        node = wait(10, lambda: find(words[1], words[2]))
        if node is None:
            return "no " + words[2]
        return "ok" if node.get_editable_text_iface().set_text_contents(words[3]) else "no text"
    if verb == "read":
        node = wait(10, lambda: find(words[1], words[2]))
        if node is None:
            return "no " + words[2]
        text = node.get_text_iface()

        def read():
            found = text.get_text(0, text.get_character_count())
            return found if len(words) < 4 or found == words[3] else None
        return "ok " + (wait(10, read) or text.get_text(0, text.get_character_count()))
    if verb == "within":
        def within():
            parent = find(words[1], words[2])
            if parent is None:
                return None
            for _, node in walk(parent):
                if (node.get_name() or "").startswith(words[3]):
                    return node
        node = wait(float(words[4]), within)
        return "ok " + line(node) if node else "no " + words[3]
    if verb == "value":
        node = wait(10, lambda: find(words[1], words[2]))
        if node is None:
            return "no " + words[2]
        value = node.get_value_iface()
        if len(words) > 3:
            value.set_current_value(float(words[3]))
        return "ok %g %g %g" % (value.get_minimum_value(), value.get_current_value(), value.get_maximum_value())
    if verb == "grab":
        # The window does it with its next turn: keys that come before go to whatever has the keyboard now.
        node = wait(10, lambda: find(words[1], words[2]))
        if node is None or not node.get_component_iface().grab_focus():
            return "no " + words[2]
        return "ok" if wait(20, lambda: node.get_state_set().contains(Atspi.StateType.FOCUSED)) else "no focus of " + words[2]
    if verb == "focused":
        # While the focus goes from one to the next both or none may be said to have it, and what is told of one may change meanwhile.
        def focused():
            nodes = [node for _, node in walk(application()) if node.get_state_set().contains(Atspi.StateType.FOCUSED)]
            isOther = len(nodes) == 1 and (len(words) < 2 or line(nodes[0]).split("|")[:2] != words[1].split("|")[:2])
            return nodes[0] if isOther else None
        node = wait(20, focused)
        return "ok " + line(node) if node else "no"
    if verb == "extents":
        node = wait(10, lambda: find(words[1], words[2]))
        box = node.get_component_iface().get_extents(Atspi.CoordType.WINDOW)
        return "ok %d %d %d %d" % (box.x, box.y, box.width, box.height)
    if verb == "hostile":
        return hostile(int(words[1]))
    return "no verb " + verb


def hostile(count):
    """Calls that nobody should make: unknown paths, wrong types, many at once."""
    app = application()
    name, bus = app.get_process_id(), None
    address = session.call_sync("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None, 0, 5000, None).unpack()[0]
    bus = Gio.DBusConnection.new_for_address_sync(
        address, Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION, None, None)
    names = bus.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ListNames", None, None, 0, 5000,
                          None).unpack()[0]
    own = None
    for candidate in names:
        if not candidate.startswith(":"):
            continue
        pid = bus.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionUnixProcessID",
                            GLib.Variant("(s)", (candidate,)), None, 0, 5000, None).unpack()[0]
        if pid == name:
            own = candidate
    root, prefix = "/org/a11y/atspi/accessible/root", "/org/a11y/atspi/accessible/"
    A, P = "org.a11y.atspi.", "org.freedesktop.DBus.Properties"
    calls = [
        ("/nowhere", A + "Accessible", "GetRole", None), (prefix + "c99999999999999999999", A + "Accessible", "GetRole", None),
        (prefix + "c0_1_2", A + "Accessible", "GetRole", None), (prefix + "c4294967295", A + "Accessible", "GetChildren", None),
        (root, A + "Nothing", "GetRole", None), (root, "com.example.Other", "Get", None), (root, A + "Accessible", "Nothing", None),
        (root, A + "Accessible", "GetChildAtIndex", GLib.Variant("(s)", ("x",))),
        (root, P, "Get", GLib.Variant("(ss)", (A + "Accessible", "Nothing"))), (root, P, "Get", GLib.Variant("(i)", (1,))),
        (root, P, "Set", GLib.Variant("(ssv)", (A + "Accessible", "Name", GLib.Variant("s", "x")))),
        (root, P, "Set", GLib.Variant("(ssv)", (A + "Application", "Id", GLib.Variant("s", "x")))),
        (prefix + "c0", A + "Component", "Contains", GLib.Variant("(aai)", ([[1]],))),
        (prefix + "c0", A + "Component", "GetExtents", GLib.Variant("(t)", (2**64 - 1,))),
        (prefix + "c1", A + "Action", "DoAction", GLib.Variant("(i)", (2**31 - 1,))),
        (prefix + "c1", A + "Action", "DoAction", GLib.Variant("(i)", (-(2**31),))),
    ]
    refused = set()
    for path, interface, member, arguments in calls:
        try:
            bus.call_sync(own, path, interface, member, arguments, None, 0, 5000, None)
            return "no refusal of %s %s.%s" % (path, interface, member)
        except GLib.Error as error:
            refused.add(Gio.DBusError.get_remote_error(error))
    start = time.time()
    done = [0]
    loop = GLib.MainLoop()

    def finished(connection, result):
        try:
            connection.call_finish(result)
        except GLib.Error:
            pass
        done[0] += 1
        if done[0] == count:
            loop.quit()

    for i in range(count):
        bus.call(own, prefix + "c%d" % (i % 40), A + "Accessible", "GetChildren", None, None, 0, 20000, None, finished)
    GLib.timeout_add_seconds(30, loop.quit)
    loop.run()
    return "ok %d %.3f %s" % (done[0], time.time() - start, ",".join(sorted(refused)))


print("@ready", flush=True)
for request in sys.stdin:
    words = request.rstrip("\n").split("\t")
    try:
        print("@" + answer(words), flush=True)
    except Exception as error:
        print("@no %s: %s" % (type(error).__name__, error), flush=True)
stop()
