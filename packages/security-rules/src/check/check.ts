import type { RulesService } from '../api';
import type {
  Expression,
  FunctionDeclaration,
  MatchBlock,
  Owner,
  Position,
  RulesFile,
  ServiceDeclaration,
} from '../ast';
import { ExpressionChecker } from './expressions';
import { Issues } from './issues';
import { CheckScope, GLOBAL_VARIABLES, type Resolution, SERVICE_FUNCTIONS } from './scope';

/** https://firebase.google.com/docs/rules/manage-deploy and /docs/firestore/quotas#security_rules */
const MAX_LET_BINDINGS = 10;
const MAX_PARAMETERS = 7;
const MAX_PATH_SEGMENTS = 100;
const MAX_CAPTURES = 20;

const OPERATIONS = new Set(['read', 'write', 'get', 'list', 'create', 'update', 'delete']);

/** Resolves every name of a parsed file and reports errors and warnings. */
export function checkRules(file: RulesFile, fileName: string): { issues: Issues; resolution: Resolution } {
  const checker = new Checker(file, new Issues(fileName));
  checker.run();
  return { issues: checker.issues, resolution: checker.resolution };
}

function isService(name: string): name is RulesService {
  return Object.hasOwn(SERVICE_FUNCTIONS, name);
}

class Checker {
  readonly resolution: Resolution = { calls: new Map(), namespaced: new Map(), placeholders: new Map() };
  /** Who calls whom; `null` stands for the conditions of `allow`. */
  private readonly callees = new Map<FunctionDeclaration | null, Set<FunctionDeclaration>>();
  private readonly declared: FunctionDeclaration[] = [];

  constructor(
    private readonly file: RulesFile,
    readonly issues: Issues,
  ) {}

  run(): void {
    const root = new CheckScope(new Set(GLOBAL_VARIABLES), null, this.file);
    const everyService = new Map(Object.values(SERVICE_FUNCTIONS).flatMap((functions) => [...functions]));
    this.functions(this.file, root, everyService);
    for (const service of this.file.services) this.service(service, root);
    this.recursion();
    this.unused();
  }

  private service(service: ServiceDeclaration, root: CheckScope): void {
    if (!isService(service.name)) {
      this.issues.error(service.at, `Unknown service: ${service.name}.`);
      return;
    }
    const scope = new CheckScope(new Set(), root, service);
    const functions = SERVICE_FUNCTIONS[service.name];
    this.functions(service, scope, functions);
    for (const block of service.matches) this.match(block, scope, { functions, segments: 0, captures: 0 });
  }

  private match(block: MatchBlock, parent: CheckScope, outer: MatchContext): void {
    const captures = block.pattern.filter((segment) => segment.kind !== 'text');
    const totals = { segments: outer.segments + block.pattern.length, captures: outer.captures + captures.length };
    if (totals.segments > MAX_PATH_SEGMENTS)
      this.issues.error(block.at, `Path is longer than ${MAX_PATH_SEGMENTS} segments.`);
    if (totals.captures > MAX_CAPTURES)
      this.issues.error(block.at, `Path captures more than ${MAX_CAPTURES} variables.`);
    this.distinct(captures, 'variable');
    this.globs(block);
    const scope = new CheckScope(new Set(captures.map(({ name }) => name)), parent, block);
    this.functions(block, scope, outer.functions);
    for (const allow of block.allows) {
      for (const { name, at } of allow.operations) {
        if (!OPERATIONS.has(name)) this.issues.error(at, `Unknown operation: ${name}.`);
      }
      if (allow.condition !== null) this.expression(allow.condition, scope, outer.functions, null);
    }
    for (const inner of block.matches) this.match(inner, scope, { ...outer, ...totals });
  }

  /** https://firebase.google.com/docs/rules/rules-language#match (rules_version and recursive wildcards) */
  private globs(block: MatchBlock): void {
    const globs = block.pattern.filter((segment) => segment.kind === 'glob');
    const [first, second] = globs;
    if (second !== undefined)
      this.issues.error(second.at, 'Only one recursive wildcard is allowed per match statement.');
    if (this.file.version === 1 && first !== undefined && block.pattern.at(-1) !== first) {
      this.issues.error(first.at, "A recursive wildcard must end the path, unless rules_version = '2'.");
    }
  }

  private functions(owner: Owner, scope: CheckScope, service: ReadonlyMap<string, number>): void {
    this.distinct(owner.functions, 'function');
    for (const declaration of owner.functions) {
      this.declared.push(declaration);
      this.functionBody(declaration, scope, service);
    }
  }

  private functionBody(
    declaration: FunctionDeclaration,
    outer: CheckScope,
    service: ReadonlyMap<string, number>,
  ): void {
    const { parameters, bindings } = declaration;
    if (bindings.length > MAX_LET_BINDINGS) {
      this.issues.error(
        bindings[MAX_LET_BINDINGS]?.at ?? declaration.at,
        `More than ${MAX_LET_BINDINGS} let bindings.`,
      );
    }
    if (parameters.length > MAX_PARAMETERS) {
      this.issues.error(parameters[MAX_PARAMETERS]?.at ?? declaration.at, `More than ${MAX_PARAMETERS} parameters.`);
    }
    this.distinct([...parameters, ...bindings], 'variable');
    let scope = new CheckScope(new Set(parameters.map(({ name }) => name)), outer);
    const lets: { scope: CheckScope; name: string; at: Position }[] = [];
    for (const { name, value, at } of bindings) {
      this.expression(value, scope, service, declaration);
      scope = new CheckScope(new Set([name]), scope);
      lets.push({ scope, name, at });
    }
    this.expression(declaration.result, scope, service, declaration);
    for (const { scope: declaring, name, at } of lets) {
      if (!declaring.used.has(name)) this.issues.warning(at, `Unused variable: ${name}.`);
    }
  }

  private expression(
    expression: Expression,
    scope: CheckScope,
    service: ReadonlyMap<string, number>,
    caller: FunctionDeclaration | null,
  ): void {
    const onCall = (call: Parameters<Resolution['calls']['get']>[0]) => {
      const callee = this.resolution.calls.get(call)?.declaration;
      if (callee !== undefined) this.callees.set(caller, (this.callees.get(caller) ?? new Set()).add(callee));
    };
    new ExpressionChecker(this.issues, this.resolution, service, onCall).check(expression, scope);
  }

  private distinct(named: readonly { name: string; at: Position }[], what: string): void {
    const seen = new Set<string>();
    for (const { name, at } of named) {
      if (seen.has(name)) this.issues.error(at, `Duplicate ${what} name: ${name}.`);
      seen.add(name);
    }
  }

  private recursion(): void {
    const done = new Set<FunctionDeclaration>();
    const visit = (declaration: FunctionDeclaration, callers: readonly FunctionDeclaration[]): void => {
      if (callers.includes(declaration)) {
        this.issues.error(declaration.at, `Recursive call of function ${declaration.name} is not allowed.`);
      } else if (!done.has(declaration)) {
        for (const callee of this.callees.get(declaration) ?? []) visit(callee, [...callers, declaration]);
        done.add(declaration);
      }
    };
    for (const declaration of this.declared) visit(declaration, []);
  }

  private unused(): void {
    const called = new Set([...this.callees.values()].flatMap((callees) => [...callees]));
    for (const declaration of this.declared) {
      if (!called.has(declaration)) this.issues.warning(declaration.at, `Unused function: ${declaration.name}.`);
    }
  }
}

interface MatchContext {
  functions: ReadonlyMap<string, number>;
  segments: number;
  captures: number;
}
