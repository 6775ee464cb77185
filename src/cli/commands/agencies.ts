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

/** Agencies that are set up here, by the partner and by themselves. */
export function addAgencyCommands(program: Command, bind: Bind): void {
  const agencies = program
    .command('agencies')
    .description('agencies that are set up without the configuration');
  agencies
    .command('list', { isDefault: true })
    .description('all of them, and how far each has come')
    .action(bind(list));
  agencies
    .command('add')
    .description('bring an agency: its feed is read at once, and nothing is sent to the portal')
    .argument('<name>', 'small letters, digits and hyphens; its feed bears it too')
    .requiredOption('--title <text>', 'what people call it')
    .requiredOption('--email <address>', 'of who is invited')
    .requiredOption('--url <url>', 'address of its feed')
    .option('--mapping <name>', 'how it is read; found out from the file where it is not given')
    .addOption(
      new Option('--language <language>', 'of its pages').choices(agencyLanguages).default('sr-Latn'),
    )
    .action(bind(add));
  agencies
    .command('import')
    .description(
      'bring agencies from a CSV file: name, title, email, url, and mapping and language if wanted',
    )
    .argument('<file>', 'the CSV file, with a heading')
    .option('--dry-run', 'say of each line what would come of it, and change nothing')
    .action(bind(importFile));
  agencies
    .command('invite')
    .description('a link by which somebody of the agency comes in; former links of theirs are void')
    .argument('<name>', 'of the agency')
    .option('--email <address>', 'another one than the agency’s own')
    .action(bind(invite));
  agencies
    .command('read')
    .description('read its feed anew before anything is sent')
    .argument('<name>', 'of the agency')
    .action(bind(readAgain));
  agencies
    .command('statements')
    .description('what was stated for it: word for word, by whom and when')
    .argument('<name>', 'of the agency')
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
      text: table(headings, rows, 'No agency is set up here. `feedsync agencies add` brings one.'),
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
    const message = `${title} is here as ${name}, and its feed will be read. \`feedsync agencies invite ${name}\` gives the link for its people.`;
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
    const sum = `${count(created, 'agency', 'agencies')} ${dryRun ? 'would be brought' : created === 1 ? 'was brought' : 'were brought'}${bad === 0 ? '' : `, ${count(bad, 'line')} cannot be used`}.`;
    return {
      text: [...lines.map(lineText), sum].join('\n'),
      json: { dry_run: dryRun, created, lines: lines.map(lineDocument) },
      failed: bad > 0,
    };
  });
}

function lineText({ line, name, outcome, problem }: ImportLine): string {
  const what = outcome === 'new' ? 'new' : outcome === 'known' ? 'there already, just so' : problem?.en;
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
  const { random } = context.seams();
  return changeSetups(context, async ({ store, clock }, author) => {
    const agency = await agencyNamed(name, store);
    const invited = await inviteToAgency(agency, email ?? null, author, { store, clock, random });
    if (!invited.ok) throw new CliError(1, invited.message);
    const base = baseUrl(config);
    const link = invitationLink(base ?? '', invited.secret);
    const expires_at = maybeIso(invited.expiresAt);
    const where = base === null ? ' Put the address of the running daemon before it.' : '';
    return {
      text: `"${invited.account.name}" of ${agency.title} chooses a password here, once, until ${expires_at ?? ''}:\n${link}\nGive it to nobody else.${where}`,
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
        `The feed of ${name} is read regularly already: \`feedsync sync --feed ${name}\` reads it now.`,
      );
    await store.setups.askReading(name, false, clock.now());
    const message = `the feed of ${name} will be read by the daemon; \`feedsync agencies show ${name}\` says what came of it`;
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
      text: table(['at', 'by', 'about', 'answer', 'word for word'], rows, 'Nothing was stated yet.'),
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

/** What the daemon keeps nothing of in mind is written at once, beside it too. */
async function changeSetups(
  context: Context,
  work: (services: SetupWork, author: string) => Promise<Answer>,
): Promise<Answer> {
  const { config } = await readConfig(context);
  const author = context.terminal.user;
  const app = await openAlone(config, context);
  if (app === null)
    return besideDaemon(config, context, (store) => work(workBeside(store, config, context), author));
  try {
    return await work(app.services, author);
  } finally {
    await app.close();
  }
}

/** Whatever watches the daemon sees it when it looks the next time. */
function workBeside(store: Store, config: Config, context: Context): SetupWork {
  const desk = openSetups(
    () => config,
    () => {
      throw new Error('nothing is read beside the daemon');
    },
    { publish: () => undefined },
  );
  const setups = { ...desk, read: notHere };
  return { store, clock: context.seams().clock, setups };
}

function notHere(): Promise<never> {
  return Promise.reject(new Error('the daemon reads feeds'));
}
