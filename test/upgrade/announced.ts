import { readFileSync } from 'node:fs';

/** What of 0.1.0 is not as it was, on purpose. */
interface Announcement {
  /** Fits the lines of a comparison that it explains. */
  line: RegExp;
  /** Why it is so. */
  reason: string;
  /** Words of the changelog that say it to users. */
  changelog: string;
}

type Of = 'api' | 'outputs';

const announced: Readonly<Record<Of, readonly Announcement[]>> = {
  api: [
    {
      line: /(\.problem|\.why_not|200\.listing) may be null now$/,
      reason: 'These were null in 0.1.0 too; its document said by mistake that they never are.',
      changelog: 'OpenAPI: parts that may be null are `anyOf: [this, null]`',
    },
  ],
  outputs: [],
};

/** Line breaks of the text count as blanks. */
const changelog = readFileSync('CHANGELOG.md', 'utf8').replaceAll(/\s+/g, ' ');

export function announcements(of: Of): {
  judge: (lines: readonly string[]) => { unannounced: string[]; unused: string[] };
} {
  const all = announced[of];
  return {
    judge(lines) {
      const silent = all.filter((one) => !changelog.includes(one.changelog));
      return {
        unannounced: [
          ...lines.filter((line) => !all.some((one) => one.line.test(line))),
          ...silent.map((one) => `the changelog does not say “${one.changelog}”`),
        ],
        unused: all.filter((one) => !lines.some((line) => one.line.test(line))).map(({ line }) => `${line}`),
      };
    },
  };
}
