import type { InputField, ReplicateModel } from './models';

const PUBLISHED = '2025-01-01T00:00:00.000Z';

function fieldSchema([name, field]: [string, InputField], index: number): [string, object] {
  const { type, description, choices, minimum, maximum } = field;
  return [
    name,
    {
      ...(type === 'uris' ? { type: 'array', items: { type: 'string', format: 'uri' } } : {}),
      ...(type === 'uri' ? { type: 'string', format: 'uri' } : {}),
      ...(type === 'uri' || type === 'uris' ? {} : { type }),
      ...(choices ? { enum: choices } : {}),
      ...(minimum === undefined ? {} : { minimum }),
      ...(maximum === undefined ? {} : { maximum }),
      ...(field.default === undefined ? {} : { default: field.default }),
      title: name,
      description,
      'x-order': index,
    },
  ];
}

/** The model as `GET /v1/models/{owner}/{name}` shows it. */
export function modelJson(model: ReplicateModel, origin: string): Record<string, unknown> {
  const fields = Object.entries(model.input);
  return {
    url: `${origin}/v1/models/${model.owner}/${model.name}`,
    owner: model.owner,
    name: model.name,
    description: model.description,
    visibility: 'public',
    is_official: model.official,
    github_url: null,
    paper_url: null,
    license_url: null,
    run_count: 0,
    cover_image_url: null,
    default_example: null,
    latest_version: {
      id: model.versions[0] ?? 'hidden',
      created_at: PUBLISHED,
      cog_version: '0.16.0',
      openapi_schema: {
        openapi: '3.0.2',
        info: { title: 'Cog', version: '0.1.0' },
        components: {
          schemas: {
            Input: {
              type: 'object',
              title: 'Input',
              required: fields.filter(([, field]) => field.required).map(([name]) => name),
              properties: Object.fromEntries(fields.map(fieldSchema)),
            },
            Output: { type: 'string', format: 'uri', title: 'Output' },
          },
        },
      },
    },
  };
}
