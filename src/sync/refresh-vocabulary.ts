import { lostWords } from '../core/vocabulary.js';
import type { StoredVocabulary } from '../store/store.js';
import { readVocabulary } from '../wire/vocabulary.js';
import type { Done } from './done.js';
import { unreadable } from './reference-problem.js';
import { retryAfter } from './retry-refused.js';
import type { Services } from './services.js';

/** A vocabulary that lost words serves after so long, unless a person lets it earlier or the portal takes it back. */
const suspectForMs = 24 * 3_600_000;

/**
 * Reads the portal's vocabulary. One that lost words is suspect: it is kept apart, and the copy that serves goes on serving, so that
 * nothing becomes unpublishable by a mistake of the portal's (RULES R121).
 */
export async function refreshVocabulary(
  serving: StoredVocabulary | null,
  services: Services,
): Promise<{ problem: string | null; changed: boolean }> {
  const { store, portal, clock } = services;
  const reply = await portal.vocabularies(serving?.etag ?? null);
  if (reply.kind !== 'ok')
    return { problem: await unreadable('vocabulary', reply, services), changed: false };
  if (reply.body === null) {
    if (serving !== null)
      // Read anew: a copy that an earlier feedsync took may lack what this one reads of it.
      await store.reference.saveVocabulary(
        serving.document,
        readVocabulary(serving.document),
        serving.etag,
        clock.now(),
      );
    return { problem: null, changed: false };
  }
  const { document, etag } = reply.body;
  const read = { document, vocabulary: readVocabulary(document), etag, readAt: clock.now() };
  const lost = serving === null ? 0 : lostWords(serving.vocabulary, read.vocabulary).length;
  const changed = lost === 0 ? await serve(read, serving, services) : await suspect(read, lost, services);
  return { problem: null, changed };
}

/** A person's word that the portal means it. */
export async function acceptVocabulary(author: string, services: Services): Promise<Done> {
  const { store, clock } = services;
  if (!(await store.reference.acceptSuspect(author, clock.now())))
    return { ok: false, message: 'No vocabulary waits to be accepted: nothing was changed.' };
  await retryAfter('vocabulary', {}, services);
  return { ok: true, message: 'The portal’s new vocabulary serves from the next poll of each feed on' };
}

async function serve(
  read: StoredVocabulary,
  serving: StoredVocabulary | null,
  services: Services,
): Promise<boolean> {
  const changed = read.vocabulary.version !== serving?.vocabulary.version;
  if (changed) await retryAfter('vocabulary', {}, services);
  await services.store.reference.saveVocabulary(read.document, read.vocabulary, read.etag, read.readAt);
  return changed;
}

/** Whoever loses more words than were suspected lost is suspected anew. @returns whether it serves now, for its time is over */
async function suspect(read: StoredVocabulary, lost: number, services: Services): Promise<boolean> {
  const { store, clock, log } = services;
  const former = await store.reference.suspect();
  const isWorse = former === null || lostWords(former.vocabulary, read.vocabulary).length > 0;
  if (isWorse)
    log.warn(
      'the portal’s vocabulary lost words: the former one serves until a person accepts that, or for 24 hours',
      {
        words: lost,
      },
    );
  const since = isWorse ? clock.now() : former.readAt;
  await store.reference.suspectVocabulary({ ...read, readAt: since });
  if (clock.now() - since < suspectForMs) return false;
  return (await acceptVocabulary('time: 24 hours', services)).ok;
}
