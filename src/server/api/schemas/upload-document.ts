import type { z } from '@hono/zod-openapi';
import { uploadKey, type Upload } from '../../../store/facts/uploads.js';
import type { SetupRecord } from '../../../store/store.js';
import { stateOfSetup } from '../../../store/facts/setup-facts.js';
import { uploadKeptMs } from '../../../sync/upkeep/forget-uploads.js';
import { readingSentence } from '../../../texts/setup-texts.js';
import { iso } from '../../../documents/time.js';
import { connectionsOf, type Actor } from '../../access/permissions.js';
import type { ServerDeps } from '../../deps.js';
import { proposalDocument } from './proposal-document.js';
import { resultDocument } from './setup-document.js';
import type { UploadSchema } from './setup-schemas.js';

type UploadDocument = z.input<typeof UploadSchema>;

/** What was read of an uploaded file, with the parts that the account may see. */
export async function uploadDocument(
  { file, bytes, uploadedAt, uploadedBy, reading }: Upload,
  agency: SetupRecord,
  actor: Actor,
  { services }: ServerDeps,
): Promise<UploadDocument> {
  const { store, setups } = services;
  const under = setups.underWay();
  const isReading = under?.name === uploadKey(agency.name);
  const result = reading?.ok === true ? reading.result : null;
  const isStaff = connectionsOf(actor) === null;
  const facts = await stateOfSetup(agency, store);
  const vocabulary = (await store.reference.known())?.vocabulary.vocabulary ?? null;
  const proposal = (isStaff ? reading?.proposal : null) ?? null;
  return {
    ...{ file, bytes, uploaded_at: iso(uploadedAt), uploaded_by: uploadedBy },
    expires_at: iso(uploadedAt + uploadKeptMs),
    state: reading === null ? (isReading ? 'reading' : 'waiting') : reading.ok ? ('done' as const) : 'failed',
    records_read: isReading ? under.records : (result?.records ?? 0),
    sentence: sentenceOf(reading),
    detail: isStaff && reading?.ok === false ? reading.problem.detail : null,
    mapping: result?.mapping ?? null,
    ...resultDocument(result, facts, vocabulary, isStaff),
    words: result?.words.length ?? 0,
    id_request: result?.idRequest ?? null,
    proposal: proposal === null ? null : proposalDocument(proposal),
  };
}

function sentenceOf(reading: Upload['reading']): UploadDocument['sentence'] {
  if (reading === null) return null;
  if (reading.ok) return readingSentence(reading.result);
  const { sr, en } = reading.problem;
  return { sr, en };
}
