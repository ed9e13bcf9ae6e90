import { describe, expect, it } from '@jest/globals';
import { HELP, parseCommand, parseFirebaseToolsFlags } from './commandLine';

describe('the flags of firebase-tools', () => {
  it('reads what firebase-tools passes', () => {
    const args = '--host 127.0.0.1 --port 8081 --websocket_port 9150 --database-edition standard --project_id demo-x';
    const more = '--rules /r/firestore.rules --single_project_mode true --functions_emulator 127.0.0.1:5001';
    expect(parseFirebaseToolsFlags(`${args} ${more} --seed_from_export /e/meta`.split(' '))).toEqual({
      host: '127.0.0.1',
      port: 8081,
      rules: '/r/firestore.rules',
      functionsHost: '127.0.0.1:5001',
      importFrom: '/e/meta',
    });
  });

  it('ignores Java’s settings and flags it does not know', () => {
    expect(parseFirebaseToolsFlags(['-Dx=y', '--new_flag', 'x'])).toMatchObject({ port: 8080, rules: undefined });
  });

  it('refuses a flag without its value', () => {
    expect(() => parseFirebaseToolsFlags(['--rules'])).toThrow('--rules needs a value.');
  });
});

describe('the options of the command', () => {
  it('has defaults for all of them', () => {
    expect(parseCommand([])).toEqual({ host: '127.0.0.1', port: 8080 });
  });

  it('reads all of them', () => {
    const args = '--host localhost --port 0 --rules f.rules --indexes i.json --import data --functions 127.0.0.1:5001';
    expect(parseCommand(args.split(' '))).toEqual({
      host: '127.0.0.1',
      port: 0,
      rules: 'f.rules',
      indexes: 'i.json',
      importFrom: 'data',
      functionsHost: '127.0.0.1:5001',
    });
  });

  it.each([
    ['--help', 'help'],
    ['--version', 'version'],
  ])('knows %s', (option, expected) => {
    expect(parseCommand([option])).toBe(expected);
  });

  it('explains every option it reads', () => {
    for (const option of ['host', 'port', 'rules', 'indexes', 'import', 'functions', 'help', 'version']) {
      expect(HELP).toContain(`--${option} `);
    }
  });

  it.each([
    ['an unknown option', ['--prot', '8080'], "Unknown option '--prot'"],
    ['a stray word', ['firestore.rules'], "Unexpected argument 'firestore.rules'"],
    ['an option without its value', ['--rules'], '--rules'],
    ['an empty value', ['--rules='], '--rules needs a value.'],
    ['a functions address without a port', ['--functions', 'localhost'], '--functions must be host:port'],
    ...['x', '-1', '70000', '65536', '1.5', '1e3', ' 8'].map((port): [string, string[], string] => [
      `the port ${port}`,
      [`--port=${port}`],
      `--port must be a number from 0 to 65535, got ${port}.`,
    ]),
  ])('refuses %s', (_name, args, message) => {
    expect(() => parseCommand(args)).toThrow(message);
  });

  it('accepts the highest port', () => {
    expect(parseCommand(['--port', '65535'])).toMatchObject({ port: 65_535 });
  });
});
