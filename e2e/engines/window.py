#!/usr/bin/python3
# The window that WebKitWebDriver attaches to: without bars, of a given size, with its storage in a folder. MiniBrowser can do none of the three.
import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

folder = os.environ["WINDOW_PROFILE"]
width, height = (int(pixels) for pixels in os.environ["WINDOW_SIZE"].split("x"))
# Pages see prefers-reduced-motion.
Gtk.Settings.get_default().set_property("gtk-enable-animations", False)
if "WINDOW_PRIVATE" in os.environ:
    manager = WebKit2.WebsiteDataManager(is_ephemeral=True)
else:
    # What a site may store is a share of the disk.
    disk = os.statvfs(os.path.dirname(folder))
    limit = os.environ.get("WINDOW_MAX_STORED_BYTES")
    share = {} if limit is None else {"origin_storage_ratio": int(limit) / (disk.f_frsize * disk.f_blocks)}
    cache = os.path.join(folder, "cache")
    manager = WebKit2.WebsiteDataManager(base_data_directory=folder, base_cache_directory=cache, **share)
context = WebKit2.WebContext(website_data_manager=manager)
context.set_automation_allowed(True)
# Otherwise cookies end with the process that does the network.
cookies = os.path.join(folder, "cookies.sqlite")
context.get_cookie_manager().set_persistent_storage(cookies, WebKit2.CookiePersistentStorage.SQLITE)
settings = WebKit2.Settings(enable_write_console_messages_to_stdout=True)
views = []


def create_view():
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True, settings=settings)
    window = Gtk.Window(decorated=False, default_width=width, default_height=height)
    window.add(view)
    window.show_all()
    view.connect("close", lambda *_: (views.remove(view), window.destroy()))
    views.append(view)
    return view


def start(_, session):
    session.set_application_info(WebKit2.ApplicationInfo())
    # WebKit ends a session with the process that does the network. The next session begins with the page that is there.
    existing = views[:1]
    session.connect("create-web-view", lambda *_: existing.pop() if existing else create_view())


context.connect("automation-started", start)
Gtk.main()
