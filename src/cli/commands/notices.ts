import { Option, type Command } from 'commander';
import { noticeSettings } from '../../assemble/notices.js';
import type { Config } from '../../config/schema.js';
import { noticeLanguages, type NoticeLanguage } from '../../core/setup/notice-plan.js';
import { isAddress } from '../../core/setup/mail-choice.js';
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

/** Notices about attention items. */
export function addCommands(program: Command, bind: Bind): void {
  const notices = program
    .command('notices')
    .summary('List and test the notices about what needs attention')
    .description(
      'List and test the notices about what needs attention, which are sent by mail and webhook. Without a command, list them.',
    );
  notices
    .command('list', { isDefault: true })
    .description('List notices, newest first: recipient, subject and time')
    .option('--limit <n>', 'Number of notices', wholeNumber, 20)
    .action(bind(list));
  notices
    .command('test')
    .description('Send a test notice by mail or to the webhook')
    .argument('<address>', `E-mail address, or the word ${toWebhook}`)
    .addOption(
      new Option('--language <language>', 'Language of the mail').choices(noticeLanguages).default('en'),
    )
    .action(bind(test));
}

async function list(
  context: Context,
  _args: readonly string[],
  { limit }: { limit: number },
): Promise<Answer> {
  return viewStore(context, async ({ store, times }) => {
    const rows = await store.notices.list({ limit });
    const cells = rows.map((row) => [
      times.aged(row.noticedAt),
      shownTo(row),
      row.cause,
      stateOf(row, times.aged),
    ]);
    return {
      text: table(['noticed', 'to', 'about', 'sent'], cells, 'No notices yet.'),
      json: { notices: rows.map(noticeDocument) },
    };
  });
}

/** The recipient, without the digest that stands for its address. */
function shownTo({ addressee }: NoticeRecord): string {
  return addressee.startsWith('agency ') ? addressee : (addressee.split(' ')[0] ?? '');
}

function stateOf({ toldAt, overAt, problem, atOnce }: NoticeRecord, aged: (at: number) => string): string {
  if (toldAt !== null) return aged(toldAt);
  if (overAt !== null) return 'no longer needed';
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
  const outcome = await sendTest(address, language, config, context);
  if (!outcome.ok)
    throw new CliError(
      1,
      `The notice was not sent: ${outcome.reason}. Correct notices: in the configuration, then try again.`,
    );
  return {
    text:
      address === toWebhook
        ? 'The webhook accepted the notice.'
        : 'The mail server accepted the mail. Check that it arrives; look in the spam folder too.',
    json: { ok: true },
  };
}

async function sendTest(
  address: string,
  language: NoticeLanguage,
  config: Config,
  context: Context,
): Promise<MailOutcome> {
  const settings = noticeSettings(config);
  const { mailer, transport, clock, random } = await context.seams();
  const seams = { mailer, transport, clock, random };
  if (address === toWebhook) return postTrial(configured(settings, 'webhook', 'a webhook'), seams);
  if (!isAddress(address))
    throw new CliError(2, `"${address}" is not an e-mail address. Write one, or the word ${toWebhook}.`);
  return mailTrial({ to: address, language }, configured(settings, 'mail', 'a mail server', 'smtp'), seams);
}

/** @throws CliError 2 if it is not configured */
function configured<Way extends 'mail' | 'webhook'>(
  settings: NoticeSettings | null,
  way: Way,
  name: string,
  key: string = way,
): NonNullable<NoticeSettings[Way]> {
  const found = settings?.[way] ?? null;
  if (found === null)
    throw new CliError(
      2,
      `The configuration has no ${key} for notices. Write ${name} under notices.${key}, then try again.`,
    );
  return found;
}
