import { stoppedKey } from '../store/facts/stopped-key.js';
import type { Store } from '../store/store.js';
import { thereCounts } from './standing-counts.js';

/** What a new installation needs, in the order in which a person does it. */
export const installationSteps = [
  'portal',
  'public_url',
  'mail',
  'backups',
  'agency',
  'live',
  'administrator',
] as const;

type InstallationStep = (typeof installationSteps)[number];

export interface StepTaken {
  step: InstallationStep;
  isDone: boolean;
}

/** What of the configuration a new installation needs. */
export interface ConfiguredSteps {
  publicUrl: string | null;
  sendsMail: boolean;
  makesBackups: boolean;
}

/** How far an installation has come, step by step. Each is read from what runs, and none is stored. */
export async function installation(
  store: Store,
  { publicUrl, sendsMail, makesBackups }: ConfiguredSteps,
): Promise<StepTaken[]> {
  const done: Readonly<Record<InstallationStep, boolean>> = {
    portal: (await store.reference.vocabulary()) !== null && (await stoppedKey(store)) === null,
    public_url: publicUrl !== null,
    mail: sendsMail,
    backups: makesBackups,
    agency: await hasAgency(store),
    live: thereCounts(await store.figures.standings(null)).onPortal > 0,
    administrator: await hasSecondAdministrator(store),
  };
  return installationSteps.map((step) => ({ step, isDone: done[step] }));
}

/** An agency is set up here, or its feed stands in the configuration. */
async function hasAgency({ setups, feeds }: Store): Promise<boolean> {
  const [agency] = await setups.page({ after: null, limit: 1, only: null, text: null });
  return agency !== undefined || (await feeds.all()).length > 0;
}

/** A single administrator who loses the password locks everyone out of what only administrators do. */
async function hasSecondAdministrator({ access }: Store): Promise<boolean> {
  const administrators = (await access.accounts()).filter(
    ({ role, passwordHash }) => role === 'administrator' && passwordHash !== null,
  );
  return administrators.length > 1;
}
