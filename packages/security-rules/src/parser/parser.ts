import type {
  AllowStatement,
  FunctionDeclaration,
  LetBinding,
  MatchBlock,
  RulesFile,
  ServiceDeclaration,
} from '../ast';
import { ExpressionParser } from './expressions';
import { parsePattern } from './paths';
import { TokenStream } from './tokenStream';

/** https://firebase.google.com/docs/firestore/quotas#security_rules */
const MAX_MATCH_DEPTH = 10;

/** Parses one rules file. Throws `RulesSyntaxError` at the first syntax error. */
export function parseRules(source: string): RulesFile {
  return new Parser(new TokenStream(source)).file();
}

class Parser {
  private readonly expressions: ExpressionParser;

  constructor(private readonly tokens: TokenStream) {
    this.expressions = new ExpressionParser(tokens);
  }

  file(): RulesFile {
    const file: RulesFile = {
      version: this.version(),
      spans: this.expressions.spans,
      functions: [],
      services: [],
    };
    while (this.tokens.peek().kind !== 'end') {
      if (this.tokens.at('function')) file.functions.push(this.functionDeclaration());
      else if (this.tokens.at('service')) file.services.push(this.service());
      else if (this.tokens.at('import')) throw this.tokens.unexpected("'import' is not supported: use one file.");
      else throw this.tokens.unexpected();
    }
    if (file.functions.length + file.services.length === 0) {
      throw this.tokens.unexpected("Missing 'service' declaration.");
    }
    return file;
  }

  private version(): 1 | 2 {
    if (!this.tokens.accept('rules_version')) return 1;
    this.tokens.expect('=');
    const version = this.tokens.peek();
    if (version.kind !== 'string') throw this.tokens.unexpected();
    if (version.value !== '1' && version.value !== '2') {
      throw this.tokens.unexpected(`Invalid rules_version '${version.value}': must be '1' or '2'.`);
    }
    this.tokens.take();
    this.tokens.accept(';');
    return version.value === '2' ? 2 : 1;
  }

  private service(): ServiceDeclaration {
    const { at } = this.tokens.peek();
    this.tokens.expect('service');
    const name = this.tokens.serviceName();
    if (name.text === null) throw this.tokens.unexpected("Missing name after 'service'.", name.at);
    const service: ServiceDeclaration = { name: name.text, functions: [], matches: [], at: name.at };
    this.tokens.expect('{');
    if (this.tokens.at('}'))
      throw this.tokens.unexpected("The 'service' body must contain at least one declaration.", at);
    while (!this.tokens.accept('}')) {
      if (this.tokens.at('function')) service.functions.push(this.functionDeclaration());
      else service.matches.push(this.match());
    }
    return service;
  }

  private match(depth = 1): MatchBlock {
    const { at } = this.tokens.peek();
    if (depth > MAX_MATCH_DEPTH) throw this.tokens.unexpected(`'match' is nested more than ${MAX_MATCH_DEPTH} deep.`);
    if (this.tokens.at('/')) throw this.tokens.unexpected("Missing 'match' keyword before path.");
    if (this.tokens.at('allow')) throw this.tokens.unexpected("Unexpected 'allow': must be inside a 'match' block.");
    if (!this.tokens.accept('match')) throw this.tokens.unexpected();
    const block: MatchBlock = { pattern: parsePattern(this.tokens), functions: [], allows: [], matches: [], at };
    this.tokens.expect('{');
    if (this.tokens.at('}'))
      throw this.tokens.unexpected("The 'match' body must contain at least one declaration.", at);
    while (!this.tokens.accept('}')) {
      if (this.tokens.at('function')) block.functions.push(this.functionDeclaration());
      else if (this.tokens.at('allow')) block.allows.push(this.allow());
      else block.matches.push(this.match(depth + 1));
    }
    return block;
  }

  private allow(): AllowStatement {
    const { at } = this.tokens.expect('allow');
    const operations: AllowStatement['operations'] = [];
    if (this.tokens.peek().kind !== 'identifier') {
      throw this.tokens.unexpected("Expected at least one 'operation' after 'allow'.", at);
    }
    do {
      if (operations.length > 0 && this.tokens.peek().kind !== 'identifier')
        throw this.tokens.unexpected("Unexpected ','.");
      const { text: name, at: place } = this.tokens.identifier();
      operations.push({ name, at: place });
    } while (this.tokens.accept(','));
    const condition = this.condition();
    this.tokens.accept(';');
    return { operations, condition, at };
  }

  private condition(): AllowStatement['condition'] {
    if (this.tokens.at('if')) throw this.tokens.unexpected("Missing ':' before 'if' condition.");
    if (!this.tokens.accept(':')) return null;
    if (!this.tokens.accept('if')) throw this.tokens.unexpected("Missing 'if' before conditional expression.");
    if (this.tokens.at(';') || this.tokens.at('}')) {
      throw this.tokens.unexpected("Missing conditional expression after 'if'.");
    }
    return this.expressions.parse();
  }

  private functionDeclaration(): FunctionDeclaration {
    const { at } = this.tokens.expect('function');
    if (this.tokens.at('(')) throw this.tokens.unexpected("Missing 'function' id");
    const name = this.tokens.identifier().text;
    if (this.tokens.at('{')) throw this.tokens.unexpected("Missing 'function' signature");
    const parameters = this.parameters();
    this.tokens.expect('{');
    if (this.tokens.at('}')) throw this.tokens.unexpected("Missing 'function' body", at);
    const bindings = this.bindings();
    if (!this.tokens.accept('return')) throw this.tokens.unexpected("Missing 'return' statement in function body.");
    const result = this.expressions.parse();
    this.tokens.accept(';');
    this.tokens.expect('}');
    return { name, parameters, bindings, result, at };
  }

  private parameters(): FunctionDeclaration['parameters'] {
    this.tokens.expect('(');
    const parameters: FunctionDeclaration['parameters'] = [];
    if (!this.tokens.at(')')) {
      do {
        const { text: name, at } = this.tokens.identifier();
        parameters.push({ name, at });
      } while (this.tokens.accept(','));
    }
    this.tokens.expect(')');
    if (this.tokens.at(')')) throw this.tokens.unexpected("Extra closing ')' at the end of parameter list.");
    return parameters;
  }

  private bindings(): LetBinding[] {
    const bindings: LetBinding[] = [];
    while (this.tokens.accept('let')) {
      const { text: name, at } = this.tokens.identifier();
      this.tokens.expect('=');
      bindings.push({ name, value: this.expressions.parse(), at });
      this.tokens.expect(';');
    }
    return bindings;
  }
}
