import { describe, expect, it } from '@jest/globals';
import { parseFlags } from './flags';

describe('parseFlags', () => {
  it('reads what firebase-tools passes', () => {
    const args = '--host 127.0.0.1 --port 8081 --websocket_port 9150 --database-edition standard --project_id demo-x';
    const more = '--rules /r/firestore.rules --single_project_mode true --functions_emulator 127.0.0.1:5001';
    expect(parseFlags(`${args} ${more} --seed_from_export /e/meta`.split(' '))).toEqual({
      host: '127.0.0.1',
      port: 8081,
      projectId: 'demo-x',
      rules: '/r/firestore.rules',
      functionsHost: '127.0.0.1:5001',
      seedFromExport: '/e/meta',
    });
  });

  it('has Firebase’s usual port and ignores Java’s settings', () => {
    expect(parseFlags(['-Dx=y'])).toMatchObject({ host: '127.0.0.1', port: 8080, rules: undefined });
  });

  it.each(['x', '-1', '70000', '1.5'])('refuses the port %s', (port) => {
    expect(() => parseFlags([`--port=${port}`])).toThrow(`--port ${port} is no port number.`);
  });

  it('refuses a flag without its value', () => {
    expect(() => parseFlags(['--rules'])).toThrow('--rules needs a value.');
  });
});
