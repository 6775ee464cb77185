import type { AgencyReading } from '../../core/setup/agency-reading.js';
import type { Millis } from '../../model/millis.js';
import type { Store } from '../store.js';

const prefix = 'upload ';

/** A file that was uploaded for an agency to try it. Nothing of it is ever published. */
export interface Upload {
  agency: string;
  /** The file's name on the computer that it came from; shown, and used for nothing else. */
  file: string;
  bytes: number;
  uploadedAt: Millis;
  /** Name of the account. */
  uploadedBy: string;
  /** Paths of its files in the spool; none until it was received whole. */
  paths: string[];
  /** Null until it was read. */
  reading: AgencyReading | null;
}

/** The key under which an agency's upload is stored. */
export function uploadKey(agency: string): string {
  return `${prefix}${agency}`;
}

/** Whether a key is one of `uploadKey`. Names of agencies contain no space. */
export function isUploadKey(key: string): boolean {
  return key.startsWith(prefix);
}

/** Where an agency's upload is kept as it was received. */
export function receivedPath(agency: string): string {
  return `uploads/${agency}/received`;
}

/** The agency's uploaded file; null: there is none. */
export async function uploadOf(agency: string, { meta }: Pick<Store, 'meta'>): Promise<Upload | null> {
  const text = await meta.get(uploadKey(agency));
  return text === null ? null : parsed(agency, text);
}

/** All uploaded files, oldest first. */
export async function allUploads({ meta }: Pick<Store, 'meta'>): Promise<Upload[]> {
  const rows = await meta.under(prefix);
  return rows
    .map(({ key, value }) => parsed(key.slice(prefix.length), value))
    .sort((a, b) => a.uploadedAt - b.uploadedAt);
}

/** Stores the agency's upload in place of its former one. */
export async function saveUpload(
  { agency, ...upload }: Upload,
  { meta }: Pick<Store, 'meta'>,
): Promise<void> {
  await meta.set(uploadKey(agency), JSON.stringify(upload));
}

function parsed(agency: string, text: string): Upload {
  return { ...(JSON.parse(text) as Omit<Upload, 'agency'>), agency };
}
