import type { Sentence } from '../model/sentence.js';

/** Folders that feedsync writes to. */
export type DiskPlace = 'store' | 'data' | 'logs';

/** A folder that cannot be written, with the system's error code, such as `ENOSPC`. */
export interface DiskFault {
  place: DiskPlace;
  code: string;
}

const places: Readonly<Record<DiskPlace, Sentence>> = {
  store: { sr: 'Folder baze (`store`)', en: 'The folder of the store (store)' },
  data: { sr: 'Folder sa podacima (data_dir)', en: 'The data folder (data_dir)' },
  logs: { sr: 'Folder sa logovima (data_dir/logs)', en: 'The folder of log files (data_dir/logs)' },
};

interface Reason {
  why: Sentence;
  next: Sentence;
}

const full: Reason = {
  why: { sr: 'disk je pun', en: 'the disk is full' },
  next: {
    sr: 'Oslobodite prostor na disku; rad se automatski nastavlja.',
    en: 'Free space on that disk; work then resumes automatically.',
  },
};
const readOnly: Reason = {
  why: { sr: 'disk je dostupan samo za čitanje', en: 'the disk is mounted read-only' },
  next: {
    sr: 'Proverite disk (`dmesg`), pa ga ponovo montirajte za upis; rad se automatski nastavlja.',
    en: 'Check the disk (`dmesg`) and remount it for writing; work then resumes automatically.',
  },
};
const forbidden: Reason = {
  why: {
    sr: 'korisnik pod kojim radi feedsync nema pravo upisa',
    en: 'the user that runs feedsync has no write permission',
  },
  next: {
    sr: 'Dajte tom korisniku pravo upisa u folder; rad se automatski nastavlja.',
    en: 'Give that user write permission to the folder; work then resumes automatically.',
  },
};
const missing: Reason = {
  why: { sr: 'folder ne postoji', en: 'the folder does not exist' },
  next: {
    sr: 'Proverite da li je disk montiran ili ponovo pokrenite feedsync: on pravi folder koji nedostaje.',
    en: 'Check whether its disk is mounted, or restart feedsync: it creates a missing folder.',
  },
};
const blocked: Reason = {
  why: { sr: 'na tom mestu je fajl, a ne folder', en: 'a file is in its place' },
  next: {
    sr: 'Sklonite taj fajl, pa ponovo pokrenite feedsync: on pravi folder koji nedostaje.',
    en: 'Move that file away and restart feedsync: it creates a missing folder.',
  },
};
const silent: Reason = {
  why: { sr: 'disk ne odgovara', en: 'the disk does not respond' },
  next: {
    sr: 'Proverite disk ili server na kojem se nalazi; rad se automatski nastavlja.',
    en: 'Check the disk, or the server that it is mounted from; work then resumes automatically.',
  },
};
const failing: Reason = {
  why: { sr: 'disk prijavljuje grešku', en: 'the disk reports an error' },
  next: {
    sr: 'Pre svega proverite disk (`dmesg`).',
    en: 'Check the disk (`dmesg`) before anything else.',
  },
};

const reasons: Readonly<Record<string, Reason>> = {
  ENOSPC: full,
  EDQUOT: full,
  EROFS: readOnly,
  EACCES: forbidden,
  EPERM: forbidden,
  ENOENT: missing,
  ENOTDIR: blocked,
  EEXIST: blocked,
  ETIMEDOUT: silent,
  EIO: failing,
  ESTALE: failing,
};

/** Why a folder cannot be written; null for a code that is not about a disk. */
export function diskReason(code: string): Sentence | null {
  return Object.hasOwn(reasons, code) ? (reasons[code]?.why ?? null) : null;
}

const consequence: Readonly<Record<DiskPlace, Sentence>> = {
  store: {
    sr: 'Do tada se ništa ne šalje, a oglasi na portalu ostaju kakvi jesu.',
    en: 'Until then nothing is sent, and listings on the portal stay as they are.',
  },
  data: {
    sr: 'Do tada se ne preuzima nijedan fajl, a oglasi na portalu ostaju kakvi jesu.',
    en: 'Until then no file is fetched, and listings on the portal stay as they are.',
  },
  logs: {
    sr: 'Do tada se log ispisuje samo na `stderr`.',
    en: 'Until then log lines go to stderr only.',
  },
};

/** `what`: the folder and the reason. `sentence`: `what` and its consequence. `next`: what the operator does. */
export function diskWords({ place, code }: DiskFault): {
  what: Sentence;
  sentence: Sentence;
  next: Sentence;
} {
  const { why, next } = Object.hasOwn(reasons, code) ? (reasons[code] ?? failing) : failing;
  const what = {
    sr: `${places[place].sr} nije dostupan za upis: ${why.sr} (${code}).`,
    en: `${places[place].en} cannot be written: ${why.en} (${code}).`,
  };
  const then = consequence[place];
  return { what, sentence: { sr: `${what.sr} ${then.sr}`, en: `${what.en} ${then.en}` }, next };
}
