import { describe, expect, it } from '@jest/globals';
import { parseForm } from './form';

const plain = (text: string): unknown => JSON.parse(JSON.stringify(parseForm(text)));

describe("Stripe's form encoding", () => {
  it.each([
    ['', {}],
    ['a=1&b=two+words&c=%24', { a: '1', b: 'two words', c: '$' }],
    ['metadata[uid]=u&metadata[pack]=p', { metadata: { uid: 'u', pack: 'p' } }],
    ['items[0][price]=a&items[1][price]=b', { items: [{ price: 'a' }, { price: 'b' }] }],
    ['expand[]=x&expand[]=y.z', { expand: ['x', 'y.z'] }],
    ['expand[0]=x', { expand: ['x'] }],
    ['m[1]=gap', { m: { '1': 'gap' } }],
    ['broken[=1', { 'broken[': '1' }],
  ])('%s', (text, expected) => {
    expect(plain(text)).toEqual(expected);
  });

  it('never touches a prototype', () => {
    const parsed = parseForm('__proto__[polluted]=1&a[constructor][prototype][polluted]=1');
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
    expect(Object.keys(parsed)).toEqual(['__proto__', 'a']);
  });
});
