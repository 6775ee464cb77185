import type { Command } from 'commander';
import { readAttemptKey } from '../../assemble/attempt-key.js';
import { logFolder } from '../../assemble/paths.js';
import { readContact } from '../../core/content/one-contact.js';
import { createFileSpool } from '../../platform/files/file-spool.js';
import {
  agencyOf,
  findAgency,
  findPerson,
  notAContact,
  whyNotErased,
  whyNotMasked,
  type Found,
} from '../../sync/decisions/erase.js';
import { copiesDocument, copyText } from '../../sync/upkeep/upgrade-copies.js';
import type { Answer } from '../answer.js';
import type { Bind } from '../bind.js';
import { viewStore, type Context, type StoreView } from '../context.js';
import { CliError } from '../exit.js';
import { exportAgency, unknownAgency } from './export-agency.js';
import { executeRequest } from '../execute-request.js';
import { table } from '../print/table.js';

interface EraseOptions {
  agency?: string;
  person?: string;
  confirm?: boolean;
}

/** What would be erased, or why nothing would. */
interface Preview {
  what: string;
  found: Found;
  refusal: string | null;
}

export function addCommands(program: Command, bind: Bind): void {
  program
    .command('erase')
    .summary('Erase the data of an agency or the contact of a person')
    .description(
      'Erase everything stored of an agency, or a person’s contact wherever it is stored. Without --confirm, only show how much there is.',
    )
    .option('--agency <name>', 'Id of its connection, or name of one of its feeds')
    .option('--person <text>', 'E-mail address or phone number')
    .option('--confirm', 'Erase for good; without this, nothing changes')
    .action(bind(erase));
  program
    .command('export')
    .summary('Export the data of an agency')
    .description(
      'Export everything stored of an agency to a new folder: each table as JSON lines, the listings as CSV, and the kept files.',
    )
    .requiredOption('--agency <name>', 'Id of its connection, or name of one of its feeds')
    .requiredOption('--to <folder>', 'Folder to create; it must not exist')
    .action(bind(exportAgency));
}

async function erase(context: Context, _args: readonly string[], options: EraseOptions): Promise<Answer> {
  const { agency, person, confirm = false } = options;
  if ((agency === undefined) === (person === undefined))
    throw new CliError(2, 'Write either --agency NAME or --person TEXT.');
  const { config, preview } = await viewStore(context, async (view) => ({
    config: view.config,
    preview:
      agency === undefined ? await previewPerson(person ?? '', view) : await previewAgency(agency, view),
  }));
  const { what, found, refusal } = preview;
  const document = {
    ...{ rows: found.rows, snapshots: found.snapshots, logs: found.logs, refusal },
    near_misses: found.nearMisses,
    copies: copiesDocument(found.copies),
  };
  if (!confirm)
    return {
      text: [previewText(what, found), '', refusal ?? notYet].join('\n'),
      json: { erased: false, ...document },
    };
  if (refusal !== null) throw new CliError(1, refusal, { erased: false, ...document });
  const request =
    agency === undefined
      ? ({ kind: 'erase_person', payload: { text: person ?? '' } } as const)
      : ({ kind: 'erase_agency', payload: { agency } } as const);
  const shownBy = `feedsync erase ${agency === undefined ? '--person' : '--agency'} …`;
  const done = await executeRequest(context, config, request, shownBy);
  return { ...done, json: { erased: done.json?.pending !== true, ...document, ...done.json } };
}

const notYet = 'Nothing was erased. Repeat with --confirm to erase it for good.';

async function previewAgency(name: string, { store, config }: StoreView): Promise<Preview> {
  const scope = await agencyOf(name, store);
  if (scope === null) throw unknownAgency(name);
  const configured = new Set(config.feeds.map((feed) => feed.connectionId));
  const refusal = await whyNotErased(scope, store, configured);
  return { what: `connection ${scope.connectionId}`, found: await findAgency(scope, { store }), refusal };
}

async function previewPerson(text: string, { store, config }: StoreView): Promise<Preview> {
  const contact = readContact(text);
  if (contact === null) throw new CliError(2, notAContact);
  const spool = createFileSpool(config.dataDir);
  const attemptKey = (): Promise<Uint8Array | null> => readAttemptKey(config);
  const found = await findPerson(text, contact, { store, spool, logFolder: logFolder(config), attemptKey });
  return { what: `this ${contact.kind}`, found, refusal: await whyNotMasked(contact, store) };
}

function previewText(what: string, { rows, snapshots, logs, nearMisses, copies }: Found): string {
  const lines: [string, number][] = [
    ...Object.entries(rows).map(([name, count]): [string, number] => [
      name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
      count,
    ]),
    ['kept files', snapshots],
    ['log files', logs],
    ['similar values, which stay', nearMisses],
  ];
  const shown = lines.filter(([, count]) => count > 0);
  const listed = `Stored about ${what}:\n${table(['where', 'count'], shown, 'Nothing.')}`;
  return [listed, ...copies.map((copy) => `Also: ${copyText(copy)}.`)].join('\n');
}
