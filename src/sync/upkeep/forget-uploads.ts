import { allUploads, receivedPath, uploadKey, uploadOf } from '../../store/facts/uploads.js';
import type { Services } from '../services/services.js';

/** An uploaded file is kept for this time. */
export const uploadKeptMs = 24 * 3_600_000;

/** Removes an agency's uploaded file and what was read of it. */
export async function forgetUpload(
  agency: string,
  { store, spool }: Pick<Services, 'store' | 'spool'>,
): Promise<void> {
  const upload = await uploadOf(agency, store);
  if (upload === null) return;
  for (const path of new Set([receivedPath(agency), ...upload.paths])) await spool.remove(path);
  await store.meta.remove(uploadKey(agency));
}

/** Removes uploaded files a day after they were uploaded. */
export async function forgetOldUploads(services: Services): Promise<void> {
  const { store, clock } = services;
  for (const { agency, uploadedAt } of await allUploads(store))
    if (uploadedAt + uploadKeptMs <= clock.now()) await forgetUpload(agency, services);
}
