import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** No first run, no updates, no reports, no lists of this and that: the browser connects to nobody, and starts nothing ahead, by itself. */
const quiet: Record<string, string | number | boolean> = {
  'app.normandy.enabled': false,
  'app.shield.optoutstudies.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.aboutwelcome.enabled': false,
  'browser.contentblocking.report.hide_vpn_banner': true,
  'browser.discovery.enabled': false,
  'browser.newtabpage.enabled': false,
  'browser.newtabpage.activity-stream.feeds.topsites': false,
  'browser.newtabpage.activity-stream.feeds.system.topstories': false,
  'browser.newtabpage.activity-stream.asrouter.providers.cfr': '',
  'browser.newtabpage.activity-stream.asrouter.providers.message-groups': '',
  'browser.newtabpage.activity-stream.asrouter.providers.messaging-experiments': '',
  'browser.region.network.url': '',
  'browser.region.update.enabled': false,
  'browser.safebrowsing.blockedURIs.enabled': false,
  'browser.safebrowsing.downloads.enabled': false,
  'browser.safebrowsing.downloads.remote.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.safebrowsing.provider.google.updateURL': '',
  'browser.safebrowsing.provider.google4.updateURL': '',
  'browser.safebrowsing.provider.google5.updateURL': '',
  'browser.safebrowsing.provider.mozilla.updateURL': '',
  'browser.safebrowsing.update.enabled': false,
  'browser.search.update': false,
  'browser.search.serpEventTelemetryCategorization.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage': 'about:blank',
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.startup.page': 0,
  'browser.topsites.contile.enabled': false,
  'browser.uitour.enabled': false,
  'browser.urlbar.quicksuggest.enabled': false,
  'datareporting.healthreport.uploadEnabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'datareporting.usage.uploadEnabled': false,
  'doh-rollout.disable-heuristics': true,
  'dom.ipc.processPrelaunch.enabled': false,
  'dom.push.connection.enabled': false,
  'extensions.blocklist.enabled': false,
  'extensions.getAddons.cache.enabled': false,
  'extensions.systemAddon.update.enabled': false,
  'extensions.update.enabled': false,
  'geo.enabled': false,
  'identity.fxaccounts.enabled': false,
  'media.gmp-manager.updateEnabled': false,
  'media.gmp-manager.url': '',
  'messaging-system.rsexperimentloader.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.dns.disablePrefetch': true,
  'network.http.speculative-parallel-limit': 0,
  'network.prefetch-next': false,
  'network.trr.mode': 5,
  'nimbus.rollouts.enabled': false,
  'security.OCSP.enabled': 0,
  'security.remote_settings.intermediates.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'signon.management.page.breach-alerts.enabled': false,
  'toolkit.telemetry.enabled': false,
  'toolkit.telemetry.server': '',
  'toolkit.telemetry.unified': false,
}

/** A browser that was killed, however often, opens as if nothing had happened. */
const resilient: typeof quiet = {
  'browser.sessionstore.resume_from_crash': false,
  'toolkit.startup.max_resumed_crashes': -1,
}

/** Storage is left as a person's browser has it; what a profile's own `prefs.js` says on top holds. */
export function writePreferences(profile: string): void {
  const lines = Object.entries({ ...quiet, ...resilient }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join(''))
}
