import { readsStates } from '../mapping/language/version-of.js';
import { lookUpMapping, offeredBy, type OfferedPreset, type PresetInUse } from './mapping-files.js';

/** Of these presets, those whose name stands for a version that reads the state of a listing through words, as theirs does not. */
export function gainingStates(presets: readonly PresetInUse[]): PresetInUse[] {
  return otherVersions(presets).filter(
    ({ text, offered }) => offered?.readsStates === true && !readsStates(text),
  );
}

/** Presets in use whose name stands for another file now: of another version, or of the other folder. */
export function otherVersions<
  Preset extends Pick<OfferedPreset, 'version' | 'origin'> & { offered: OfferedPreset | null },
>(presets: readonly Preset[]): Preset[] {
  return presets.filter(
    ({ version, origin, offered }) =>
      offered !== null && (offered.version !== version || offered.origin !== origin),
  );
}

/** The files that the names of presets stand for now. Names without a file are left out. */
export async function offeredPresets(
  folder: string,
  names: Iterable<string>,
): Promise<Map<string, OfferedPreset>> {
  const offered = new Map<string, OfferedPreset>();
  for (const name of new Set(names)) {
    const preset = offeredBy(await lookUpMapping(folder, name).catch(() => null));
    if (preset !== null) offered.set(name, preset);
  }
  return offered;
}
