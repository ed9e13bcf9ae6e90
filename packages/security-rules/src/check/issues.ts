import type { RulesIssue } from '../api';
import type { Position } from '../ast';

/** Collects what is wrong with one file. */
export class Issues {
  readonly found: RulesIssue[] = [];

  constructor(private readonly fileName: string) {}

  error(at: Position, description: string): void {
    this.add('ERROR', at, description);
  }

  warning(at: Position, description: string): void {
    this.add('WARNING', at, description);
  }

  private add(severity: RulesIssue['severity'], at: Position, description: string): void {
    this.found.push({
      severity,
      description,
      sourcePosition: { fileName: this.fileName, line: at.line, column: at.column },
    });
  }
}
