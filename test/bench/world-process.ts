import { fork } from 'node:child_process';
import { once } from 'node:events';
import { builtFile } from './built-file.js';
import type { WorldOrder, WorldReady, WorldShape, WorldTold } from './world.js';

export type World = WorldReady & {
  tell(order: WorldOrder): Promise<WorldTold>;
  stop(): void;
};

/** The sandbox and the agencies' feeds, in a process of its own whose work is not counted. */
export async function startWorld(shape: WorldShape): Promise<World> {
  const child = fork(builtFile('world'), [JSON.stringify(shape)]);
  const [ready] = (await once(child, 'message')) as [WorldReady];
  return {
    ...ready,
    async tell(order) {
      child.send(order);
      const [told] = (await once(child, 'message')) as [WorldTold];
      return told;
    },
    stop: () => child.disconnect(),
  };
}
