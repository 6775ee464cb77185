import type { App, Seams } from '../../assemble.js';
import { mappingFiles } from '../../effective/mapping-files.js';
import { diskDeps, loadConfig } from '../../config/load.js';
import { formatProblem } from '../../config/problems.js';
import type { Config } from '../../config/schema.js';
import type { Context, ReadConfig } from '../context.js';

/**
 * Applies the configuration whenever one of its files changes, or on SIGHUP. If it has problems, the running one stays in use.
 * @returns stops it
 */
export function reloadOnChange(
  context: Context,
  app: App,
  loaded: ReadConfig,
  { watcher, log }: Pick<Seams, 'watcher' | 'log'>,
): () => void {
  let running = loaded;
  let stopped = false;
  let work = Promise.resolve();
  let unwatch = watcher.watch(watchedFiles(context, running, app.feeds), ask);
  const forget = context.terminal.onReload(ask);

  function ask(): void {
    work = work.then(reload).catch((error: unknown) => {
      log.error('configuration could not be read again: the running one is kept', { error: String(error) });
    });
  }

  async function reload(): Promise<void> {
    if (stopped) return;
    const changed = await loadConfig(context.options.config, diskDeps(context.terminal.env));
    for (const problem of changed.problems)
      log.error('configuration has a problem', { problem: formatProblem(problem) });
    if (!changed.ok) {
      log.error('the running configuration is kept: correct the file, and it is applied automatically');
      return;
    }
    const key = await app.reload(changed.config);
    if (key.kind === 'kept') log.error('the running key is kept', { problem: key.problem });
    if (key.kind === 'taken') log.info('another key is used from now on', { key: key.access.keyId });
    const later = restartKeys(app.config, changed.config);
    if (later.length > 0) log.warn('a restart is needed for these keys', { keys: later.join(', ') });
    for (const { name, problems } of app.stopped)
      log.error('feed cannot run', { feed: name, problem: problems.join('; ') });
    log.info('configuration taken over', { feeds: app.feeds.length, stopped: app.stopped.length });
    running = changed;
    watchAgain();
  }

  /** The new configuration may read other files. */
  function watchAgain(): void {
    unwatch();
    if (!stopped) unwatch = watcher.watch(watchedFiles(context, running, app.feeds), ask);
  }

  return () => {
    stopped = true;
    unwatch();
    forget();
  };
}

/** Bases that mappings extend are known from the running feeds. */
function watchedFiles({ options }: Context, { config, sources }: ReadConfig, feeds: App['feeds']): string[] {
  const folder = config.feedsDir === null ? [] : [config.feedsDir];
  const mappings = config.feeds.flatMap((feed) => mappingFiles(config.mappings, feed.mapping));
  const bases = feeds.flatMap(({ mapping }) => Object.values(mapping.source.bases ?? {}));
  const key = config.portal.privateKeyFile;
  return [options.config, ...sources, key, ...folder, ...mappings, ...bases.map(({ file }) => file)];
}

/** Parts that a running daemon applies. Every other part is read only at the start. */
const liveKeys: ReadonlySet<keyof Config> = new Set([
  'backups',
  'certifying',
  'feeds',
  'feedsDir',
  'fetch',
  'inherited',
  'mappings',
  'notices',
  'reconcile',
  'removals',
  'retention',
  'timezone',
  'unread',
]);

/** Changed top-level parts that need a restart. */
function restartKeys(running: Config, changed: Config): string[] {
  const keys = (Object.keys(changed) as (keyof Config)[]).filter((key) => !liveKeys.has(key));
  const [before, after] = [withoutKey(running), withoutKey(changed)];
  return keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key])).map(snakeCase);
}

/** Keys and secrets can be rotated without a restart. */
function withoutKey(config: Config): Config {
  return { ...config, portal: { ...config.portal, keyId: '', privateKeyFile: '', webhookSecrets: [] } };
}

function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
