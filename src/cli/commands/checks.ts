import { access, readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { Seams } from '../../assemble.js';
import { storeFolder } from '../../assemble/paths.js';
import { openPortal } from '../../assemble/portal.js';
import { openReader } from '../../assemble/reader.js';
import { unwritableFolders } from '../../assemble/folders.js';
import { feedSource } from '../../effective/feeds.js';
import { noticeSettings } from '../../assemble/notices.js';
import { configuredTexts, readMapping } from '../../effective/mappings.js';
import { gainingStates, otherVersions } from '../../effective/preset-versions.js';
import { copiedBases } from '../../core/setup/kept-copies.js';
import { parseYaml } from '../../mapping/language/mapping-errors.js';
import { statedFields, statedMistakes } from '../../mapping/language/stated-facts.js';
import { configJsonSchema } from '../../config/json-schema.js';
import { loadConfig, diskDeps, type LoadedConfig } from '../../config/load.js';
import { formatProblem } from '../../config/problems.js';
import type { FeedConfig } from '../../config/feed-schema.js';
import { defaultMappings, type Config } from '../../config/schema.js';
import { checkBackups } from '../../inspect/checks/check-backups.js';
import { checkDueTimes } from '../../inspect/checks/check-clock.js';
import { checkDrift } from '../../inspect/checks/check-drift.js';
import { checkWaits } from '../../inspect/checks/check-waits.js';
import {
  checkChanges,
  checkFeed,
  showUserAgent,
  type FeedCheckDeps,
} from '../../inspect/checks/check-feed.js';
import { checkKey } from '../../inspect/checks/check-key.js';
import { checkSignIns } from '../../inspect/checks/check-sign-ins.js';
import { checkNotices } from '../../inspect/checks/check-notices.js';
import { checkConnection, checkPortal } from '../../inspect/checks/check-portal.js';
import { checkDisk, checkFileSystem, checkFolders, checkStore } from '../../inspect/checks/check-store.js';
import { fail, ok, warn, type Check } from '../../inspect/checks/check.js';
import type { Schedule } from '../../model/schedule.js';
import { createFileSpool } from '../../platform/files/file-spool.js';
import { mappingJsonSchema } from '../../mapping/language/mapping-schema.js';
import type { FeedRecord, KeptMapping } from '../../model/feed.js';
import type { Answer } from '../answer.js';
import type { Bind } from '../bind.js';
import { configDiff } from './config-diff.js';
import { settledConfig, type Context } from '../context.js';
import { CliError } from '../exit.js';
import { keptMappings, otherVersionAdvice } from './mapping-versions.js';
import { writeSupportBundle } from './support-bundle.js';
import { indent } from '../print/text.js';
import { timesIn } from '../print/times.js';

export function addCommands(program: Command, bind: Bind): void {
  program
    .command('doctor')
    .summary('Check the installation and say what to do next')
    .description(
      'Check configuration, key, clock, store, disk, portal and each feed, and say what to do next. Exits with 1 if a check fails, and with 2 if the configuration cannot be used.',
    )
    .option(
      '--bundle <file>',
      'Also write a support bundle to a new file; it holds no payloads, contacts or secrets',
    )
    .action(bind(doctor));
  const config = program.command('config').description('Check and describe the configuration');
  config
    .command('schema')
    .description('Print the JSON Schema of the configuration file, for editors')
    .option('--mapping', 'Print the JSON Schema of a mapping file instead')
    .action(bind(schema));
  config
    .command('check')
    .description('Check the configuration and every mapping; change nothing')
    .option('--diff', 'Show what applying it would do to the known feeds')
    .action(bind(checkConfig));
}

async function schema(
  _context: Context,
  _args: readonly string[],
  { mapping = false }: { mapping?: boolean },
): Promise<Answer> {
  const document = mapping ? mappingJsonSchema() : configJsonSchema();
  return { text: JSON.stringify(document, null, 2), json: document };
}

async function checkConfig(
  context: Context,
  _args: readonly string[],
  options: { diff?: boolean },
): Promise<Answer> {
  const { loaded, checks } = await checkConfiguration(context);
  const problems = loaded.problems;
  const failures = checks.filter(({ state }) => state === 'fail');
  const feeds = loaded.ok ? loaded.config.feeds.map((feed) => feed.name) : [];
  if (failures.length > 0)
    throw new CliError(2, failures.map(({ message }) => message).join('\n'), { ok: false, problems });
  const diff = options.diff === true && loaded.ok ? await configDiff(context, loaded.config) : null;
  const changes = diff === null ? [] : diff.lines.length === 0 ? ['No feed changes.'] : diff.lines;
  const folder = checks.find(({ about }) => about === mappingsFolder);
  const warnings = folder === undefined ? [] : [`${folder.message} ${folder.next ?? ''}`];
  return {
    text: [
      `The configuration ${context.options.config} can be used: ${feeds.length === 1 ? '1 feed' : `${feeds.length} feeds`}${feeds.length === 0 ? '' : ` (${feeds.join(', ')})`}.`,
      ...warnings,
      ...changes,
    ].join('\n'),
    json: {
      ...{ ok: true, feeds, problems: [] },
      ...(warnings.length > 0 && { warnings }),
      ...(diff !== null && { diff: diff.document }),
    },
  };
}

/** The file, its feeds and their mappings. */
async function checkConfiguration(
  context: Context,
): Promise<{ loaded: LoadedConfig; settled: Config | null; checks: Check[] }> {
  const { terminal, options, machine } = context;
  const about = 'configuration';
  const file = options.config;
  const loaded = await loadConfig(file, diskDeps(terminal.env));
  const problems = loaded.problems.map(formatProblem).join('\n');
  if (!loaded.ok)
    return {
      loaded,
      settled: null,
      checks: [
        fail(about, `The configuration ${file} cannot be used:\n${problems}`, 'Correct these problems.'),
      ],
    };
  const own =
    problems === ''
      ? ok(about, `The configuration ${file} can be used.`)
      : fail(about, `Some feeds cannot run:\n${problems}`, 'Correct these problems. The other feeds run.');
  const settled = await settledConfig(loaded.config, context);
  const kept = await keptMappings(settled, machine.clock);
  const mappings = await Promise.all(
    settled.feeds.map((feed) => checkMapping(feed, settled, kept.get(feed.name) ?? [])),
  );
  const stated = await Promise.all(settled.feeds.map((feed) => checkStated(feed, loaded.config)));
  const folder = await checkMappingsFolder(loaded.config);
  return { loaded, settled, checks: [own, ...folder, ...mappings, ...stated.flat()] };
}

const mappingsFolder = 'mappings';

/** A folder that is configured and does not exist: its name may be mistyped, which no mapping shows that is found elsewhere. */
async function checkMappingsFolder({ mappings: folder }: Config): Promise<Check[]> {
  const isThere = await access(folder).then(
    () => true,
    () => false,
  );
  if (isThere || folder === defaultMappings) return [];
  return [
    warn(
      mappingsFolder,
      `There is no folder ${folder}: of mappings, only those that feedsync ships are found.`,
      'Correct mappings: in the configuration, or create the folder.',
    ),
  ];
}

async function checkMapping(feed: FeedConfig, config: Config, kept: readonly KeptMapping[]): Promise<Check> {
  const about = `mapping of ${feed.name}`;
  const loaded = await readMapping(config, feed, kept);
  const [other] = loaded.ok ? otherVersions(loaded.presets) : [];
  if (other !== undefined) {
    const { message, next } = otherVersionAdvice(feed.name, other);
    const gains = loaded.ok && gainingStates(loaded.presets).length > 0;
    return warn(about, gains ? `${message} ${gainsStates}` : message, next);
  }
  const copies = loaded.ok ? copiedBases(loaded.presets) : [];
  if (copies.length > 0)
    return warn(
      about,
      `The mapping text of ${feed.name}, written over the API, extends ${copies.join(', ')}, which is no longer allowed. The feed runs on a copy made at the upgrade.`,
      'Write shared: true in that file and save the text again, or extend a mapping that feedsync ships.',
    );
  return loaded.ok
    ? ok(about, `The mapping ${feed.mapping} can be used.`)
    : fail(
        about,
        `The mapping ${feed.mapping} of feed ${feed.name} cannot be used:\n${loaded.problems.join('\n')}`,
        'Correct these problems; until then this feed does not run.',
      );
}

const gainsStates =
  'The new version recognises sold, reserved and withdrawn listings by all usual words, and asks about others: listings that are live now may be removed or hidden.';

/** Warns about values that require a statement, but come from a change made by an earlier release. They stay in effect. */
async function checkStated(feed: FeedConfig, config: Config): Promise<Check[]> {
  const written = config.feeds.find(({ name }) => name === feed.name);
  const constants = statedFields.filter(
    (field) => Object.hasOwn(feed.constants, field) && !Object.hasOwn(written?.constants ?? {}, field),
  );
  const fields = [...new Set([...constants, ...(await statedByText(feed, config))])];
  if (fields.length === 0) return [];
  return [
    warn(
      `statements of ${feed.name}`,
      `${fields.join(' and ')} of ${feed.name} ${fields.length === 1 ? 'has' : 'have'} a value from a change of the mapping, without a statement of the agency.`,
      'Ask the agency to answer in the console, or write the answer under `answers:` of the feed; then undo the change.',
    ),
  ];
}

async function statedByText(feed: FeedConfig, config: Config): Promise<string[]> {
  if (feed.mappingText === null) return [];
  const replaces = await configuredTexts(config, feed).catch(() => null);
  const own = parseYaml(feed.mappingText, '');
  if (replaces === null || !own.ok) return [];
  return statedMistakes(own.yaml.value, replaces).map(({ at }) => String(at.at(-1)));
}

async function doctor(
  context: Context,
  _args: readonly string[],
  { bundle }: { bundle?: string },
): Promise<Answer> {
  const { loaded, settled, checks } = await checkConfiguration(context);
  if (settled !== null) checks.push(...(await checkParts(settled, await context.seams())));
  const failed = checks.some(({ state }) => state === 'fail');
  if (bundle !== undefined)
    await writeSupportBundle(bundle, loaded.ok ? loaded.config : null, checks, context);
  if (!loaded.ok) throw new CliError(2, checks.map(({ message }) => message).join('\n'), { checks });
  const written =
    bundle === undefined
      ? []
      : [`The support bundle is in ${bundle}. It is a text file: read it before you send it.`];
  return {
    text: [...checks.map(line), ...written].join('\n'),
    json: { checks, ...(bundle !== undefined && { bundle }) },
    failed,
  };
}

async function checkParts(config: Config, seams: Seams): Promise<Check[]> {
  const spool = createFileSpool(config.dataDir);
  const { privateKeyFile } = config.portal;
  const key = checkKey(await readFile(privateKeyFile, 'utf8').catch(() => null), privateKeyFile);
  const showTime = timesIn(config.timezone, seams.clock.now()).aged;
  const stored = await checkStored(config, seams, showTime);
  const feedDeps = {
    spool,
    fetcher: seams.fetcher,
    clock: seams.clock,
    limits: config.fetch,
    showTime,
  };
  return [
    key,
    await checkStore(() => openReader(config, seams.clock)),
    ...checkFolders(await unwritableFolders(config, seams.disk)),
    ...(await checkDisk(spool, config.dataDir)),
    ...(await checkFileSystem(storeFolder(config))),
    ...(key.state === 'ok' ? await checkRemote(config, seams) : []),
    ...stored.checks,
    showUserAgent(config.fetch.contact),
    ...(await Promise.all(config.feeds.map((feed) => checkOneFeed(feed, stored.feeds, feedDeps)))).flat(),
  ];
}

async function checkOneFeed(
  feed: FeedConfig,
  rows: readonly FeedRecord[],
  deps: FeedCheckDeps,
): Promise<Check[]> {
  const row = rows.find(({ name }) => name === feed.name) ?? null;
  const [url = ''] = feed.urls;
  const check = await checkFeed(feed.name, feedSource(feed, url), row, deps);
  if (feed.changesUrl === null) return [check];
  return [check, await checkChanges(feed.name, feedSource(feed, feed.changesUrl), row, deps)];
}

async function checkRemote(config: Config, seams: Seams): Promise<Check[]> {
  const portal = await openPortal(config, seams);
  const checks = await checkPortal(portal);
  if (checks.some(({ state }) => state === 'fail')) return checks;
  const ids = [...new Set(config.feeds.map((feed) => feed.connectionId))];
  for (const id of ids) checks.push(await checkConnection(id, portal));
  return checks;
}

/** Empty if there is no store yet, or if it cannot be read; the check of the store reports that. */
async function checkStored(
  config: Config,
  seams: Seams,
  showTime: (at: number) => string,
): Promise<{ feeds: FeedRecord[]; checks: Check[] }> {
  try {
    const store = await openReader(config, seams.clock);
    try {
      const drift = (await store.connections.all()).map(({ id }) => checkDrift(id, store, showTime));
      const backups = await checkBackups(config.backups, store, showTime);
      const notices = await checkNotices(noticeSettings(config), { mailer: seams.mailer, store });
      const signIns = await checkSignIns(store, showTime);
      const waits = await checkWaits(store, showTime);
      const dueTimes = await checkDueTimes(
        { store, now: seams.clock.now(), showTime },
        pollScheduleOf(config),
      );
      const checks = [dueTimes, backups, notices, ...waits, ...signIns, ...(await Promise.all(drift))];
      return { feeds: await store.feeds.all(), checks };
    } finally {
      await store.close();
    }
  } catch {
    return { feeds: [], checks: [] };
  }
}

/** Null for a feed that is not polled. */
function pollScheduleOf(config: Config): (row: FeedRecord) => Schedule | null {
  return ({ name, life }) => {
    const feed = config.feeds.find((one) => one.name === name);
    if (feed === undefined || (life !== 'active' && life !== 'stalled')) return null;
    return { cron: feed.schedule, timezone: feed.timezone, spread: { key: name, withinMs: 0 } };
  };
}

const marks = { ok: 'ok   ', warn: 'warn ', fail: 'FAIL ' } as const;

function line({ about, state, message, next }: Check): string {
  const advice = next === null ? '' : `\n${indent(`→ ${next}`, '       ')}`;
  return `${marks[state]} ${about}: ${message}${advice}`;
}
