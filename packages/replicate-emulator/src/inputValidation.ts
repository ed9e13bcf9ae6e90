import { type InvalidField, invalidInput } from './apiErrors';
import type { InputField, ModelInput, ReplicateModel } from './models';

const IMAGE_REFERENCE = /^(https?:\/\/[^\s]+|data:image\/[a-z.+-]+;base64,[A-Za-z0-9+/=]+)$/i;

function fault(field: string, type: string, description: string): InvalidField {
  return { type, field: `input.${field}`, description };
}

function checkNumber(value: number, spec: InputField): string | null {
  if (spec.type === 'integer' && !Number.isInteger(value)) return 'Must be a whole number';
  if (spec.minimum !== undefined && value < spec.minimum) return `Must be greater than or equal to ${spec.minimum}`;
  if (spec.maximum !== undefined && value > spec.maximum) return `Must be less than or equal to ${spec.maximum}`;
  return null;
}

function checkList({ field, value }: { field: string; value: unknown }): InvalidField | null {
  if (!Array.isArray(value))
    return fault(field, 'invalid_type', `Invalid type. Expected: array, given: ${typeof value}`);
  const isRight = value.length > 0 && value.every((one) => typeof one === 'string' && IMAGE_REFERENCE.test(one));
  return isRight ? null : fault(field, 'format', "Does not match format 'uri'");
}

function checkValue({ field, value, spec }: { field: string; value: unknown; spec: InputField }): InvalidField | null {
  if (spec.type === 'uris') return checkList({ field, value });
  const wanted = spec.type === 'uri' ? 'string' : spec.type === 'integer' ? 'number' : spec.type;
  if (typeof value !== wanted || (typeof value === 'number' && !Number.isFinite(value))) {
    return fault(field, 'invalid_type', `Invalid type. Expected: ${spec.type}, given: ${typeof value}`);
  }
  if (spec.choices && !spec.choices.includes(value as string | number)) {
    return fault(
      field,
      'enum',
      `Must be one of the following: ${spec.choices.map((c) => JSON.stringify(c)).join(', ')}`,
    );
  }
  if (spec.type === 'uri' && !IMAGE_REFERENCE.test(value as string)) {
    return fault(field, 'format', "Does not match format 'uri'");
  }
  const outOfRange = typeof value === 'number' ? checkNumber(value, spec) : null;
  return outOfRange === null ? null : fault(field, 'number_range', outOfRange);
}

/**
 * The input with defaults filled in. Replicate ignores fields a model does not know; the emulator refuses them, so that
 * a misspelt field is found here and not in production.
 * @throws ApiError 422 that lists every invalid field
 */
export function validateInput(model: ReplicateModel, given: unknown): ModelInput {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw invalidInput([{ type: 'required', field: 'input', description: 'input is required' }]);
  }
  const faults: InvalidField[] = [];
  const checked: ModelInput = {};
  for (const field of Object.keys(given)) {
    if (!Object.hasOwn(model.input, field)) {
      faults.push(fault(field, 'additional_property_not_allowed', `Additional property ${field} is not allowed`));
    }
  }
  for (const [field, spec] of Object.entries(model.input)) {
    const value = (given as Record<string, unknown>)[field] ?? spec.default;
    if (value === undefined) {
      if (spec.required) faults.push({ type: 'required', field: 'input', description: `${field} is required` });
      continue;
    }
    const found = checkValue({ field, value, spec });
    if (found) faults.push(found);
    else checked[field] = value as ModelInput[string];
  }
  if (faults.length > 0) throw invalidInput(faults);
  return checked;
}
