import { Option, type Command } from 'commander';
import { noticeSettings } from '../../assemble/notices.js';
import type { Config } from '../../config/schema.js';
import { noticeLanguages, type NoticeLanguage } from '../../core/setup/notice-plan.js';
import type { MailOutcome } from '../../platform/mailer.js';
import type { NoticeRecord } from '../../store/store.js';
import type { NoticeSettings } from '../../sync/services/notice-settings.js';
import { mailTrial, postTrial } from '../../sync/notices/try-notice.js';
import type { Answer } from '../answer.js';
import { wholeNumber, type Bind } from '../bind.js';
import { readConfig, viewStore, type Context } from '../context.js';
import { CliError } from '../exit.js';
import { table } from '../print/table.js';
import { maybeIso } from '../print/times.js';

const toWebhook = 'webhook';

/** What people are told of what waits for them. */
export function addNoticeCommands(program: Command, bind: Bind): void {
  const notices = program.command('notices').description('what people are told of what waits for them');
  notices
    .command('list', { isDefault: true })
    .description('what was told to whom and when, newest first')
    .option('--limit <n>', 'how many', wholeNumber, 20)
    .action(bind(list));
  notices
    .command('test')
    .description('sends one mail, or tells the webhook, to try the configuration')
    .argument('<address>', `an e-mail address, or the word ${toWebhook}`)
    .addOption(new Option('--language <language>', 'of the mail').choices(noticeLanguages).default('en'))
    .action(bind(test));
}

async function list(
  context: Context,
  _args: readonly string[],
  { limit }: { limit: number },
): Promise<Answer> {
  return viewStore(context, async ({ store, times }) => {
    const rows = await store.notices.list({ limit });
    const told = rows.map((row) => [
      times.aged(row.noticedAt),
      shownTo(row),
      row.cause,
      stateOf(row, times.aged),
    ]);
    return {
      text: table(['noticed', 'to', 'about', 'told'], told, 'Nobody was told anything yet.'),
      json: { notices: rows.map(noticeDocument) },
    };
  });
}

/** Without the digest by which an address is remembered. */
function shownTo({ addressee }: NoticeRecord): string {
  return addressee.startsWith('agency ') ? addressee : (addressee.split(' ')[0] ?? '');
}

function stateOf({ toldAt, overAt, problem, atOnce }: NoticeRecord, aged: (at: number) => string): string {
  if (toldAt !== null) return aged(toldAt);
  if (overAt !== null) return 'not needed any more';
  if (problem !== null) return `not yet: ${problem}`;
  return atOnce ? 'not yet' : 'in the morning';
}

function noticeDocument(row: NoticeRecord): Record<string, unknown> {
  const { id, cause, kind, connectionId: connection, atOnce, noticedAt, toldAt, overAt, problem } = row;
  return {
    ...{ id, cause, kind, connection, to: shownTo(row), at_once: atOnce, problem },
    noticed_at: maybeIso(noticedAt),
    told_at: maybeIso(toldAt),
    over_at: maybeIso(overAt),
  };
}

async function test(
  context: Context,
  [address = '']: readonly string[],
  { language }: { language: NoticeLanguage },
): Promise<Answer> {
  const { config } = await readConfig(context);
  const outcome = await tried(address, language, config, context);
  if (!outcome.ok)
    throw new CliError(
      1,
      `Nothing was told: ${outcome.reason}. Correct notices: in the configuration, and try again.`,
    );
  return {
    text:
      address === toWebhook
        ? 'The webhook took the notice.'
        : 'The mail server took the mail; look whether it arrives, in the folder of unwanted mail as well.',
    json: { ok: true },
  };
}

async function tried(
  address: string,
  language: NoticeLanguage,
  config: Config,
  context: Context,
): Promise<MailOutcome> {
  const settings = noticeSettings(config);
  const { mailer, transport, clock, random } = context.seams();
  const seams = { mailer, transport, clock, random };
  if (address === toWebhook) return postTrial(wanted(settings, 'webhook', 'a webhook'), seams);
  if (!address.includes('@'))
    throw new CliError(2, `"${address}" is no e-mail address. Write one, or the word ${toWebhook}.`);
  return mailTrial({ to: address, language }, wanted(settings, 'mail', 'a mail server', 'smtp'), seams);
}

/** @throws CliError 2 where it is not configured */
function wanted<Way extends 'mail' | 'webhook'>(
  settings: NoticeSettings | null,
  way: Way,
  name: string,
  key: string = way,
): NonNullable<NoticeSettings[Way]> {
  const found = settings?.[way] ?? null;
  if (found === null)
    throw new CliError(
      2,
      `The configuration names no way to tell anybody this way: write ${name} under notices.${key}, then try again.`,
    );
  return found;
}
