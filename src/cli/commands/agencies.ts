import { readFile } from 'node:fs/promises';
import { Option, type Command } from 'commander';
import { openSetups } from '../../onboard/agency-setup.js';
import type { Config } from '../../config/schema.js';
import { agencyState } from '../../core/setup/setup-steps.js';
import { readingSentence } from '../../texts/setup-texts.js';
import { redactUrl } from '../../feed/fetch/redact-url.js';
import { inviteToAgency } from '../../server/access/invite.js';
import { invitationLink } from '../../server/access/link.js';
import { stateOfSetup } from '../../store/facts/setup-facts.js';
import { agencyLanguages, type AgencyLanguage } from '../../store/contract/setups.js';
import type { SetupRecord, Store } from '../../store/store.js';
import { createAgency, importAgencies, type ImportLine } from '../../sync/agencies/create-agencies.js';
import type { Services } from '../../sync/services/services.js';
import type { Answer } from '../answer.js';
import { baseUrl } from './access.js';
import { addAgencyStepCommands, agencyNamed } from './agency-steps.js';
import type { Bind } from '../bind.js';
import { readConfig, viewStore, type Context } from '../context.js';
import { besideDaemon, openAlone } from '../daemon.js';
import { CliError } from '../exit.js';
import { table } from '../print/table.js';
import { count } from '../print/text.js';
import { maybeIso } from '../print/times.js';

interface AddOptions {
  title: string;
  email: string;
  url: string;
  mapping?: string;
  language: AgencyLanguage;
}

/** Agencies that are set up in feedsync, by the partner and by themselves. */
export function addCommands(program: Command, bind: Bind): void {
  const agencies = program
    .command('agencies')
    .summary('Set up agencies without the configuration file')
    .description(
      'Set up agencies without the configuration file, step by step until the portal’s first check. Without a command, list them.',
    );
  agencies
    .command('list', { isDefault: true })
    .description('List the agencies and how far each has come')
    .action(bind(list));
  agencies
    .command('add')
    .summary('Add an agency')
    .description('Add an agency. Its feed is read at once; nothing is sent to the portal.')
    .argument('<name>', 'Short name of lower-case letters, digits and hyphens; its feed gets it too')
    .requiredOption('--title <text>', 'Name to show')
    .requiredOption('--email <address>', 'E-mail address to invite')
    .requiredOption('--url <url>', 'Address of its feed')
    .option('--mapping <name>', 'Mapping of its feed (default: detected from the file)')
    .addOption(
      new Option('--language <language>', 'Language of its pages')
        .choices(agencyLanguages)
        .default('sr-Latn'),
    )
    .action(bind(add));
  agencies
    .command('import')
    .summary('Add agencies from a CSV file')
    .description(
      'Add agencies from a CSV file with the columns name, title, email, url, and optionally mapping and language. Exits with 1 if a line cannot be used.',
    )
    .argument('<file>', 'CSV file with a header row')
    .option('--dry-run', 'Check each line and change nothing')
    .action(bind(importFile));
  agencies
    .command('invite')
    .summary('Create a sign-in link for a person of an agency')
    .description(
      'Create a sign-in link for a person of an agency. Earlier links of that person stop working.',
    )
    .argument('<name>', 'Name of the agency')
    .option('--email <address>', 'E-mail address of the person (default: the agency’s)')
    .action(bind(invite));
  agencies
    .command('read')
    .description('Read the feed of an agency again, before anything is sent')
    .argument('<name>', 'Name of the agency')
    .action(bind(readAgain));
  agencies
    .command('statements')
    .summary('List the statements of an agency')
    .description('List the statements of an agency, word for word, with their authors and times.')
    .argument('<name>', 'Name of the agency')
    .action(bind(statements));
  addAgencyStepCommands(agencies, bind);
}

async function list(context: Context): Promise<Answer> {
  return viewStore(context, async ({ store, times }) => {
    const agencies = await store.setups.all();
    const states = await Promise.all(
      agencies.map(async (agency) => agencyState(await stateOfSetup(agency, store))),
    );
    const rows = agencies.map(({ name, title, email, reading, sentAt }, index) => [
      name,
      title,
      email,
      states[index] ?? '',
      reading === null
        ? 'not read yet'
        : reading.ok
          ? readingSentence(reading.result).en
          : reading.problem.en,
      times.aged(sentAt),
    ]);
    const headings = ['agency', 'title', 'e-mail', 'state', 'its file', 'sent'];
    return {
      text: table(headings, rows, 'No agencies yet. `feedsync agencies add` adds one.'),
      json: { agencies: agencies.map((agency, index) => agencyDocument(agency, states[index] ?? null)) },
    };
  });
}

function agencyDocument(agency: SetupRecord, state: string | null): Record<string, unknown> {
  const { name, title, email, language, feed, connectionId, reading, readAskedAt, createdBy } = agency;
  const url = typeof feed.url === 'string' && URL.canParse(feed.url) ? redactUrl(new URL(feed.url)) : null;
  return {
    ...{ name, title, email, language, state, url },
    mapping: feed.mapping ?? null,
    connection: connectionId,
    listings: reading?.ok === true ? reading.result.listings : null,
    ready: reading?.ok === true ? reading.result.ready : null,
    problem: reading?.ok === false ? reading.problem.en : null,
    waits_to_be_read: readAskedAt !== null,
    created_at: maybeIso(agency.createdAt),
    created_by: createdBy,
    confirmed_at: maybeIso(agency.confirmedAt),
    sent_at: maybeIso(agency.sentAt),
  };
}

async function add(
  context: Context,
  [name = '']: readonly string[],
  { title, email, url, mapping, language }: AddOptions,
): Promise<Answer> {
  return changeSetups(context, async (work, author) => {
    const feed = { url, ...(mapping !== undefined && { mapping }) };
    const by = { author, overNetwork: false };
    const created = await createAgency({ name, title, email, language, feed }, by, work);
    if (!created.ok) throw new CliError(1, `${created.why.en} Nothing was changed.`);
    const message = `Agency ${name} (${title}) was added, and its feed will be read. \`feedsync agencies invite ${name}\` creates the sign-in link.`;
    return { text: message, json: { agency: agencyDocument(created.agency, 'invited') } };
  });
}

async function importFile(
  context: Context,
  [file = '']: readonly string[],
  { dryRun = false }: { dryRun?: boolean },
): Promise<Answer> {
  const csv = await readFile(file, 'utf8').catch(() => null);
  if (csv === null) throw new CliError(2, `The file ${file} cannot be read. Nothing was changed.`);
  return changeSetups(context, async (work, author) => {
    const done = await importAgencies(csv, { author, overNetwork: false, dryRun }, work);
    if (!('lines' in done)) throw new CliError(1, `${done.en} Nothing was changed.`);
    const { lines, created } = done;
    const bad = lines.filter(({ outcome }) => outcome === 'problem').length;
    const sum = `${count(created, 'agency', 'agencies')} ${dryRun ? 'would be added' : created === 1 ? 'was added' : 'were added'}${bad === 0 ? '' : `, ${count(bad, 'line')} cannot be used`}.`;
    return {
      text: [...lines.map(lineText), sum].join('\n'),
      json: { dry_run: dryRun, created, lines: lines.map(lineDocument) },
      failed: bad > 0,
    };
  });
}

function lineText({ line, name, outcome, problem }: ImportLine): string {
  const what = outcome === 'new' ? 'new' : outcome === 'known' ? 'unchanged' : problem?.en;
  return `line ${line} ${name ?? ''}: ${what ?? ''}`;
}

function lineDocument({ line, name, outcome, problem }: ImportLine): Record<string, unknown> {
  return { line, name, outcome, problem: problem?.en ?? null };
}

async function invite(
  context: Context,
  [name = '']: readonly string[],
  { email }: { email?: string },
): Promise<Answer> {
  const { config } = await readConfig(context);
  const { random } = context.machine;
  return changeSetups(context, async ({ store, clock }, author) => {
    const agency = await agencyNamed(name, store);
    const invited = await inviteToAgency(agency, email ?? null, author, { store, clock, random });
    if (!invited.ok) throw new CliError(1, invited.message);
    const base = baseUrl(config);
    const link = invitationLink(base ?? '', invited.secret);
    const expires_at = maybeIso(invited.expiresAt);
    const where = base === null ? ' Put the address of the running daemon in front of it.' : '';
    return {
      text: `"${invited.account.name}" of ${agency.title} chooses a password with this link, once, until ${expires_at ?? ''}:\n${link}\nGive it to no one else.${where}`,
      json: { agency: name, account: invited.account.name, link, expires_at },
    };
  });
}

async function readAgain(context: Context, [name = '']: readonly string[]): Promise<Answer> {
  return changeSetups(context, async ({ store, clock }) => {
    const agency = await agencyNamed(name, store);
    if (agency.sentAt !== null)
      throw new CliError(
        1,
        `The feed of ${name} is already polled on schedule. \`feedsync sync --feed ${name}\` polls it now.`,
      );
    await store.setups.askReading(name, false, clock.now());
    const message = `the feed of ${name} will be read by the daemon; \`feedsync agencies show ${name}\` shows the result`;
    return { text: `${message}.`, json: { ok: true, message } };
  });
}

async function statements(context: Context, [name = '']: readonly string[]): Promise<Answer> {
  return viewStore(context, async ({ store, times }) => {
    const stated = await store.setups.statements(name);
    if (stated.length === 0) await agencyNamed(name, store);
    const rows = stated.map(({ at, name: who, role, kind, version, value, sentence }) => [
      times.local(at),
      `${who}, ${role}`,
      `${kind} ${version}`,
      value ? 'yes' : 'no',
      sentence,
    ]);
    return {
      text: table(['at', 'by', 'statement', 'answer', 'wording'], rows, 'No statements yet.'),
      json: {
        statements: stated.map(({ connectionId, at, agency: _agency, ...statement }) => ({
          ...statement,
          connection: connectionId,
          at: maybeIso(at),
        })),
      },
    };
  });
}

type SetupWork = Pick<Services, 'store' | 'clock' | 'setups'>;

/** Changes agencies in the store at once, also while a daemon runs: the daemon caches none of them. */
async function changeSetups(
  context: Context,
  work: (services: SetupWork, author: string) => Promise<Answer>,
): Promise<Answer> {
  const { config } = await readConfig(context);
  const author = context.terminal.user;
  const app = await openAlone(config, context);
  if (app === null)
    return besideDaemon(config, context, (store) =>
      work(servicesBesideDaemon(store, config, context), author),
    );
  try {
    return await work(app.services, author);
  } finally {
    await app.close();
  }
}

/** The services while a daemon runs. Its event streams show the change at their next refresh. */
function servicesBesideDaemon(store: Store, config: Config, context: Context): SetupWork {
  const backend = openSetups(
    () => config,
    () => {
      throw new Error('only the daemon reads feeds while it runs');
    },
    { publish: () => undefined },
  );
  const setups = { ...backend, read: refuseToRead };
  return { store, clock: context.machine.clock, setups };
}

function refuseToRead(): Promise<never> {
  return Promise.reject(new Error('only the daemon reads feeds while it runs'));
}
