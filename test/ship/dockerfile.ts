export interface Step {
  /** In capitals. */
  instruction: string;
  /** `--from=build` and the like, by name. */
  flags: Readonly<Record<string, string>>;
  /** What follows, on one line. */
  text: string;
}

export interface Stage {
  /** What it begins with. */
  image: string;
  name: string;
  steps: Step[];
}

/** The stages of a Dockerfile, as far as ours goes. */
export function stagesOf(dockerfile: string): Stage[] {
  const lines = dockerfile
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '');
  const stages: Stage[] = [];
  for (const line of lines) {
    const step = stepOf(line);
    if (step.instruction === 'FROM') {
      const [image = '', , name = String(stages.length)] = step.text.split(' ');
      stages.push({ image, name, steps: [] });
    } else stages.at(-1)?.steps.push(step);
  }
  return stages;
}

/** The words of an instruction in its form without a shell. @throws where it has another one: a shell would get the signals */
export function wordsOf(stage: Stage, instruction: string): string[] {
  const step = stage.steps.findLast((each) => each.instruction === instruction);
  return JSON.parse(step?.text.replace(/^CMD /, '') ?? '[]') as string[];
}

const leadingFlag = /^--([\w-]+)=(\S+) /;

function stepOf(line: string): Step {
  const [, instruction = '', rest = ''] = /^(\w+) (.*)$/.exec(line) ?? [];
  const flags: Record<string, string> = {};
  // Those of the instruction itself: a command has flags of its own behind its name.
  let text = rest;
  for (let flag = leadingFlag.exec(text); flag !== null; flag = leadingFlag.exec(text)) {
    flags[flag[1] ?? ''] = flag[2] ?? '';
    text = text.slice(flag[0].length);
  }
  return { instruction: instruction.toUpperCase(), flags, text };
}
