import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** Real feeds and other people's test vectors, kept outside the repository. Tests that need them are skipped without. */
export const sharedDir = resolve(process.env.FEEDSYNC_SHARED ?? '../shared');
export const hasShared = existsSync(sharedDir);
