import { describe, expect, it } from '@jest/globals';
import { parseJson } from './parseJson';
import { planOf } from './plan';
import { fromJson, toJson } from './protoJson';
import { stringify } from './stringify';

const commit = planOf('CommitRequest');
const value = planOf('Value');

describe('the plan of the protocol', () => {
  it('resolves nested and foreign types', () => {
    const write = planOf('Write').fields;
    expect(write.get('updateTransforms')?.message().name).toBe('google.firestore.v1.DocumentTransform.FieldTransform');
    expect(planOf('StructuredQuery').fields.get('limit')).toMatchObject({ kind: 'wrapper', wrapped: 'int32' });
    expect(write.get('verify')?.kind).toBe('string');
  });
});

describe('between proto-loader and JSON', () => {
  it('converts timestamps, nulls and boxed numbers, and nothing else, both ways', () => {
    const loaded = {
      fields: {
        at: { timestampValue: { seconds: '1709208000', nanos: 123456000 } },
        none: { nullValue: 'NULL_VALUE' },
        list: { arrayValue: { values: [{ nullValue: 'NULL_VALUE' }, { integerValue: '5' }] } },
      },
      createTime: { seconds: '-1' },
    };
    const json = {
      fields: {
        at: { timestampValue: '2024-02-29T12:00:00.123456Z' },
        none: { nullValue: null },
        list: { arrayValue: { values: [{ nullValue: null }, { integerValue: '5' }] } },
      },
      createTime: '1969-12-31T23:59:59Z',
    };
    const document = planOf('Document');
    expect(toJson(document, loaded)).toEqual(json);
    expect(fromJson(document, json)).toEqual({ ...loaded, createTime: { seconds: '-1', nanos: 0 } });
    const query = planOf('StructuredQuery');
    expect(toJson(query, { limit: { value: 3 } })).toEqual({ limit: 3 });
    expect(fromJson(query, { limit: 3 })).toEqual({ limit: { value: 3 } });
  });

  it('refuses an impossible date', () => {
    const at = { timestampValue: { seconds: '999999999999999', nanos: 0 } };
    expect(() => toJson(planOf('Document'), { fields: { at } })).toThrow('out of range');
  });

  it('does not confuse a document’s fields with the protocol’s', () => {
    const fields = {
      createTime: { stringValue: 'x' },
      limit: { mapValue: { fields: { nullValue: { integerValue: '1' } } } },
    };
    expect(toJson(planOf('Document'), { fields })).toEqual({ fields });
  });
});

describe('parseJson', () => {
  it('accepts all spellings of a value and returns the canonical one', () => {
    const sent = {
      writes: [
        {
          update: { name: 'n', fields: { a: { integerValue: 5 }, b: { bytesValue: '_-8' } } },
          update_mask: { field_paths: ['a'] },
        },
      ],
    };
    expect(parseJson(commit, sent)).toEqual({
      writes: [
        {
          update: { name: 'n', fields: { a: { integerValue: '5' }, b: { bytesValue: '/+8=' } } },
          updateMask: { fieldPaths: ['a'] },
        },
      ],
    });
    expect(parseJson(planOf('StructuredQuery'), { limit: { value: 2 }, offset: '3' })).toEqual({ limit: 2, offset: 3 });
    expect(parseJson(planOf('google.firestore.v1.StructuredQuery.Order'), { direction: 2 })).toEqual({
      direction: 'DESCENDING',
    });
    expect(parseJson(value, { nullValue: null })).toEqual({ nullValue: null });
    expect(parseJson(value, { doubleValue: '-0' })).toEqual({ doubleValue: -0 });
    expect(parseJson(commit, { transaction: null })).toEqual({});
  });

  it.each<[object, string]>([
    [{ writes: [{ upsert: {} }] }, `Unknown name "upsert" at 'writes[0]': Cannot find field.`],
    [{ writes: {} }, "Invalid value at 'writes': {} is not an array."],
    [
      { writes: [{ update: { fields: { a: { booleanValue: 'yes' } } } }] },
      `'writes[0].update.fields.a.booleanValue': "yes" is not bool.`,
    ],
    [{ writes: [{ update: { fields: { a: { integerValue: '9223372036854775808' } } } }] }, 'is not int64.'],
    [{ writes: [{ update: {}, delete: 'x' }] }, "oneof field is already set. Cannot set 'delete'"],
  ])('refuses %j and says where', (json, message) => {
    expect(() => parseJson(commit, json)).toThrow(message);
  });
});

describe('stringify', () => {
  it('keeps the sign of zero in doubles', () => {
    expect(stringify({ doubleValue: -0, other: 0 })).toBe('{"doubleValue":"-0","other":0}');
  });
});
