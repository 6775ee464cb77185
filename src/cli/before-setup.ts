import { access } from 'node:fs/promises';
import { openReader } from '../assemble/reader.js';
import { diskDeps, loadConfig } from '../config/load.js';
import type { Config } from '../config/schema.js';
import { createReference } from '../core/content/places.js';
import type { Portal } from '../inspect/init/index.js';
import { liveListings } from '../store/facts/usual-values.js';
import type { Context } from './context.js';

/** The configuration, or null if none can be read: `init` and `mapping check` work before anything is configured. */
export async function configIfThere({ options, terminal }: Context): Promise<Config | null> {
  const isThere = await access(options.config).then(
    () => true,
    () => false,
  );
  if (!isThere) return null;
  const loaded = await loadConfig(options.config, diskDeps(terminal.env));
  return loaded.ok ? loaded.config : null;
}

/** The portal's vocabulary and places from the store; null without a configuration, if the store cannot be read, or if it has no copy. */
export async function storedPortal(config: Config | null, context: Context): Promise<Portal | null> {
  const store = config === null ? null : await openReader(config, context.machine.clock).catch(() => null);
  if (store === null) return null;
  try {
    const known = await store.reference.known();
    if (known === null) return null;
    const [{ vocabulary }, { places }] = [known.vocabulary, known.places];
    return {
      ...{ reference: createReference(vocabulary, places), vocabulary, places },
      live: await liveListings(store, null),
      ...(config !== null && { protocol: config.portal.protocol }),
    };
  } finally {
    await store.close();
  }
}
