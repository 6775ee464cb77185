import { pathToFileURL } from 'node:url';
import type { AgencyReading } from '../../core/setup/agency-reading.js';
import { partsOf } from '../../model/snapshot-parts.js';
import type { SetupRecord } from '../../store/store.js';
import { receivedPath, type Upload } from '../../store/facts/uploads.js';
import type { UploadRead } from '../../sync/services/setup-services.js';
import { uploadProblem, uploadWords } from '../../texts/setup/upload-words.js';
import { readInTime } from './read-agency.js';
import type { FileSource, SetupContext } from './setup-context.js';

const uploadSource: FileSource = { folder: 'uploads', isGuarded: true, problem: uploadProblem };

/** Keys of a feed that say where and how its file is fetched. An uploaded file is not. */
const fetchKeys = ['url', 'urls', 'changes_url', 'auth', 'headers', 'ignore_more'];

/**
 * Reads an uploaded file by the code that reads an agency's address. The agency's mapping is tried first; a file that it does not
 * understand is read like one of an unknown format.
 */
export async function readUpload(
  agency: SetupRecord,
  upload: Upload,
  context: Omit<SetupContext, 'source'>,
): Promise<UploadRead> {
  const received = receivedPath(upload.agency);
  const url = pathToFileURL(context.services.spool.locate(received)).href;
  const kept = Object.entries(agency.feed).filter(([key]) => !fetchKeys.includes(key));
  const document: Record<string, unknown> = { ...Object.fromEntries(kept), url };
  const { mapping: _own, ...detected } = document;
  const attempts = 'mapping' in document ? [document, detected] : [detected];
  let read: UploadRead = { reading: failed(context), paths: [received] };
  const parts = new Set<string>();
  for (const feed of attempts) {
    const asked = { ...agency, feed, keptFile: null, readFromKept: false, reading: null };
    const { reading, keptFile } = await readInTime(asked, { ...context, source: uploadSource });
    // A former attempt's parts are still there: all of them are forgotten with the upload.
    for (const part of keptFile === null ? [] : partsOf(keptFile.path)) parts.add(part);
    read = {
      reading: ofUpload(reading),
      paths: keptFile === null ? [received, ...parts] : [...parts],
    };
    if (reading.ok && reading.result.listings > 0) break;
  }
  return read;
}

function failed({ services: { clock } }: Pick<SetupContext, 'services'>): AgencyReading {
  return { ok: false, readAt: clock.now(), problem: { ...uploadWords.failed, detail: null } };
}

/** The sentence for a format that is new promises that the page goes on by itself, which is true of an address only. */
function ofUpload(reading: AgencyReading): AgencyReading {
  if (reading.ok || reading.proposal === undefined) return reading;
  return { ...reading, problem: { ...reading.problem, ...uploadWords.preparing } };
}
