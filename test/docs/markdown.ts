/** A fenced block of a page. */
export interface Block {
  language: string;
  text: string;
  /** Of the page, from 1. */
  line: number;
  /** The `##` heading above it. */
  section: string;
  /** What the paragraph right above it ends with, where that is a file's name: "Save this as `feed.csv`:". */
  file: string | null;
}

/** The fenced blocks of a page, in order. */
export function blocksOf(page: string): Block[] {
  const blocks: Block[] = [];
  let section = '';
  let above = '';
  let open: { language: string; line: number; lines: string[] } | null = null;
  for (const [index, line] of page.split('\n').entries()) {
    if (open !== null && line === '```') {
      const { language, line: at, lines } = open;
      const file = /`([^`]+)`[^`]*:$/.exec(above)?.[1] ?? null;
      blocks.push({ language, text: lines.join('\n'), line: at, section, file });
      open = null;
    } else if (open !== null) open.lines.push(line);
    else if (line.startsWith('```')) open = { language: line.slice(3), line: index + 1, lines: [] };
    else {
      section = /^## (.+)/.exec(line)?.[1] ?? section;
      if (line.trim() !== '') above = line;
    }
  }
  return blocks;
}

/** What a page links to, as it is written there; addresses of the web left out. */
export function relativeLinksOf(page: string): string[] {
  const targets = [...prose(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

/** The anchors that the headings of a page answer to. */
export function anchorsOf(page: string): Set<string> {
  const headings = [...prose(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** Every span of code in running text. */
export function codeSpansOf(page: string): string[] {
  return [...prose(page).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
}

/** A page without its fenced blocks. */
function prose(page: string): string {
  return page.replace(/^```[\s\S]*?^```$/gm, '');
}

/** The first cell of each row of the tables under a `##` heading, the headings of their columns left out. */
export function firstCellsOf(page: string, section: string): string[] {
  const [, text = ''] = page.split(`\n## ${section}\n`);
  const [own = ''] = text.split('\n## ');
  const cells = [...own.matchAll(/^\| ([^|]+) \|/gm)].map(([, cell = '']) => cell.trim());
  return cells.filter((_, index) => !isHeading(cells, index));
}

/** A row above a line of dashes, and that line. */
function isHeading(cells: readonly string[], index: number): boolean {
  const isRule = (cell: string | undefined): boolean => cell !== undefined && /^:?-+:?$/.test(cell);
  return isRule(cells[index]) || isRule(cells[index + 1]);
}
