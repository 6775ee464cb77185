import { allUploads, receivedPath, saveUpload, uploadKey, uploadOf } from '../../store/facts/uploads.js';
import type { Upload } from '../../store/facts/uploads.js';
import { noteSetupReading } from '../poll/feed-deaths.js';
import { forgetUpload } from '../upkeep/forget-uploads.js';
import type { Services } from '../services/services.js';

/** Uploaded files that were received whole and not read yet, oldest first; none before the portal's words are known. */
export async function uploadsToRead({ store }: Pick<Services, 'store'>): Promise<Upload[]> {
  const waiting = (await allUploads(store)).filter(
    ({ reading, paths }) => reading === null && paths.length > 0,
  );
  return waiting.length === 0 || (await store.reference.vocabulary()) === null ? [] : waiting;
}

/** Reads the uploaded file that waits longest. @returns the name of its agency; null: none waits */
export async function readNextUpload(services: Services): Promise<string | null> {
  const { store, setups } = services;
  const [upload] = await uploadsToRead(services);
  if (upload === undefined) return null;
  const { agency: name } = upload;
  const agency = await store.setups.byName(name);
  if (agency === null) {
    await forgetUpload(name, services);
    return name;
  }
  await noteSetupReading(uploadKey(name), services);
  const { reading, paths } = await setups.readUpload(agency, upload);
  await noteSetupReading(null, services);
  await endReading(upload, { ...upload, reading, paths }, services);
  setups.changed(name);
  return name;
}

/** The file may have been removed or replaced while it was read: then nothing of this reading stays. */
async function endReading(asked: Upload, read: Upload, services: Services): Promise<void> {
  const { store, spool } = services;
  const received = receivedPath(read.agency);
  const now = await uploadOf(read.agency, store);
  if (now?.uploadedAt !== asked.uploadedAt) {
    for (const path of read.paths) if (now === null || path !== received) await spool.remove(path);
    return;
  }
  await saveUpload(read, store);
  // The copy is as received, but without the secrets that the mapping names.
  if (!read.paths.includes(received)) await spool.remove(received);
}
