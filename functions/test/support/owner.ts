import { handleRequest } from '../../src/admin/handleRequest';
import type { World } from './world';

/** The owner at the console. */
export function ownerOf(world: World) {
  const request = (id: string) => world.db.collection('admin_requests').doc(id);
  const answer = async (id = 'r1') => (await request(id).get()).data();
  /** Writes a request. Returns its delivery with the tasks that come of it. The platform repeats it as it likes. */
  const write = async (fields: object, id = 'r1') => {
    await request(id).set(fields);
    const written = { id, fields: { ...(await answer(id)) }, writtenAt: world.now() };
    return async (deps: World = world) => {
      await handleRequest(written, deps);
      await deps.tasks.run(deps);
    };
  };
  return {
    request,
    answer,
    write,
    /** Writes a request and has it carried out. Returns the document then. */
    async ask(fields: object, id = 'r1') {
      const deliver = await write(fields, id);
      await deliver();
      return answer(id);
    },
  };
}
export type Owner = ReturnType<typeof ownerOf>;
