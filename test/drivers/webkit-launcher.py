"""A WebKitGTK browser for WebDriver that keeps its data in a profile, which MiniBrowser does not."""

import ctypes
import signal
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2

PR_SET_PDEATHSIG = 1

profile = sys.argv[1]
data = WebKit2.WebsiteDataManager(base_data_directory=f"{profile}/data", base_cache_directory=f"{profile}/cache")
context = WebKit2.WebContext.new_with_website_data_manager(data)
settings = WebKit2.Settings(
    enable_write_console_messages_to_stdout=True,
    # There is no graphics card to do it, and to pretend one costs more.
    hardware_acceleration_policy=WebKit2.HardwareAccelerationPolicy.NEVER,
)
windows = set()


def open_view(*_):
    view = WebKit2.WebView(web_context=context, settings=settings, is_controlled_by_automation=True)
    window = Gtk.Window(decorated=False, default_width=1280, default_height=800)
    # Before the view can hear of it: every tab goes on as if it had the focus.
    window.connect("focus-out-event", stop)
    window.connect("destroy", forget)
    window.add(view)
    windows.add(window)
    view.connect("close", lambda _: window.destroy())
    view.connect("print", stop)
    window.show_all()
    window.get_window().focus(0)
    return view


def stop(*_):
    return True


def forget(window):
    windows.discard(window)
    if not windows:
        Gtk.main_quit()


def introduce(_, session):
    information = WebKit2.ApplicationInfo()
    information.set_name("counterfoil")
    information.set_version(1, 0, 0)
    session.set_application_info(information)
    session.connect("create-web-view", open_view)


ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
# On a machine without locales it would speak "C".
context.set_preferred_languages(["en-US"])
context.set_automation_allowed(True)
context.connect("automation-started", introduce)
Gtk.main()
