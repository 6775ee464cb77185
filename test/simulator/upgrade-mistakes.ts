import type { Deployment } from '../upgrade/deployment.js';
import type { UpgradeOptions } from './upgrade.js';

interface UpgradeMistake {
  plant: (deployment: Deployment) => void;
  seed: number;
  within: UpgradeOptions;
  /** The promise that it breaks there. */
  breaks: RegExp;
}

/** Mistakes that an upgrade could make, each with a known seed. */
export const upgradeMistakes: Readonly<Record<string, UpgradeMistake>> = {
  'takes its own changes for those of the agency': {
    plant: ({ app }) => {
      const { spend } = app.services.store;
      const since = spend.since.bind(spend);
      spend.since = async (...of) => (await since(...of)).map((one) => ({ ...one, ownChange: 0 }));
    },
    seed: 1,
    within: { hours: 3, mappingsAfter: 0 },
    breaks: /^4 were sent within an hour, of 3 at most$/,
  },

  'asks about what visitors see already': {
    plant: ({ app }) => {
      const { listings } = app.services.store;
      listings.payloads = () => Promise.resolve(new Map<string, never>());
    },
    seed: 6,
    within: { hours: 5 },
    breaks: /^hold \d+ was opened: content$/,
  },
};
