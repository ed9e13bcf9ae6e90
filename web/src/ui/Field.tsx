import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import InputLabel from '@mui/material/InputLabel';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { useId } from 'react';

export interface FieldProps
  extends Pick<
    OutlinedInputProps,
    | 'type'
    | 'name'
    | 'autoComplete'
    | 'value'
    | 'inputRef'
    | 'readOnly'
    | 'multiline'
    | 'minRows'
    | 'maxRows'
    | 'endAdornment'
  > {
  label: string;
  hint?: string | undefined;
  /** What is wrong with the value; shown in place of the hint. */
  problem?: string | undefined;
  onChange: (value: string) => void;
}

/**
 * A text field with its label, which stays above it. MUI's TextField brings its menus along, 8 kB that only a field for
 * choosing needs.
 */
export function Field({ label, hint, problem, onChange, ...input }: FieldProps) {
  const id = useId();
  const help = problem ?? hint;
  const helpId = `${id}-help`;
  return (
    <FormControl fullWidth variant="outlined" error={problem !== undefined}>
      <InputLabel htmlFor={id} shrink>
        {label}
      </InputLabel>
      <OutlinedInput
        {...input}
        id={id}
        label={label}
        notched
        {...(help && { 'aria-describedby': helpId })}
        onChange={(event) => onChange(event.target.value)}
      />
      {help && <FormHelperText id={helpId}>{help}</FormHelperText>}
    </FormControl>
  );
}
