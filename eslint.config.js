import js from "@eslint/js";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

/*
 * What oxlint (.oxlintrc.jsonc) cannot check, and all rules of JavaScript files. Which tool checks which rule:
 * docs/decisions/0046-native-tools.md.
 */

const TYPESCRIPT = ["**/*.{ts,tsx}"];
const JAVASCRIPT = ["**/*.{js,mjs,cjs}"];
const TESTS = ["**/*.test.{ts,tsx,mjs}", "e2e/**", "simulation/**", "packages/*/proof/**"];

const BROWSER_TESTS = ["**/*.browser.test.{ts,tsx}", "e2e/**"];

const NOT_RUN = {
  selector: "MemberExpression[object.name=/^(it|test|describe)$/][property.name=/^(only|skip|todo)$/]",
  message: "A test that does not run proves nothing: mend it or remove it.",
};

/** What saves a line and makes a reader ask where the rest comes from. */
const SPREAD_LITERALS = [
  {
    selector: "ObjectExpression > SpreadElement > ObjectExpression",
    message: "Write its members one by one: a spread says that they come from elsewhere.",
  },
  {
    selector: "ArrayExpression > SpreadElement > :matches(ArrayExpression, TSAsExpression > ArrayExpression)",
    message: "Write its elements one by one: a spread says that they come from elsewhere.",
  },
];

/** In place of rules that know types, which took twice as long as all others together (decision 0118). */
const WITHOUT_TYPES = [
  ...SPREAD_LITERALS,
  {
    // no-meaningless-void-operator: oxlint finds it on calls, and elsewhere it is never needed.
    selector: "UnaryExpression[operator='void'] > :not(CallExpression, ChainExpression)",
    message: "Only a call has a promise that may be left alone: leave `void` out.",
  },
  {
    // no-unsafe-class-instance-assignment: what has such a member, TypeScript compares by its class.
    selector:
      ":matches(ClassDeclaration, ClassExpression):not([superClass]):not(:has(PrivateIdentifier, [accessibility='private']))",
    message: "Give it a private member (#name), so that nothing but its own instances passes for one.",
  },
];

/** What Playwright answers at once about a page, right or not yet. */
const READS_OF_A_PAGE =
  "all|allInnerTexts|allTextContents|boundingBox|count|evaluate|evaluateAll|getAttribute|innerText|inputValue|is[A-Z]\\w*|textContent|title";

/** Tools read these by their default export. */
const TOOL_SETTINGS = ["**/*.config.{js,ts}", "**/global-setup.ts"];

/** Moments, counts and lists are spelled in one place each. */
const TEXTS = [
  {
    selector: "NewExpression[callee.property.name=/^(DateTimeFormat|ListFormat)$/]",
    message:
      "Engines differ (WebKit's en-CA, the space before PM): use formatTime or its like of the contract, or listText of ui.",
  },
  {
    selector: "CallExpression[callee.property.name=/^toLocale(Date|Time)?String$/]:not([arguments.1])",
    message: "Use countText of ui, or formatTime or its like of the contract.",
  },
];

export default defineConfig(
  globalIgnores([
    "**/dist",
    "coverage",
    "data",
    "test-results",
    // A separate project: its packages are not installed with ours, so its types cannot be known here.
    "bench",
  ]),

  // oxlint checks these rules in TypeScript.
  {
    files: JAVASCRIPT,
    extends: [js.configs.recommended],
    rules: { "no-restricted-syntax": ["error", ...SPREAD_LITERALS] },
  },
  {
    files: TYPESCRIPT,
    languageOptions: { parser: tseslint.parser },
    rules: { "no-restricted-syntax": ["error", ...WITHOUT_TYPES] },
  },
  {
    files: ["{apps,packages}/*/src/**/*.{ts,tsx}"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              regex: "^\\.\\./",
              message: "Across folders, import by subpath: #room/module.ts stays right when files move.",
            },
            { regex: "^@ridgebook/[^/]+/src(/|$)", message: "Import a package by what it exports, not by its files." },
          ],
        },
      ],
    },
  },
  {
    // A name that is the same in every file can be searched for and renamed; a default export has none.
    ignores: TOOL_SETTINGS,
    rules: {
      "no-restricted-exports": [
        "error",
        {
          restrictDefaultExports: {
            direct: true,
            named: true,
            defaultFrom: true,
            namedFrom: true,
            namespaceFrom: true,
          },
        },
      ],
    },
  },

  {
    files: ["apps/web/**/*.{ts,tsx}"],
    extends: [reactHooks.configs.flat["recommended-latest"], jsxA11y.flatConfigs.strict],
    rules: {
      // A missing dependency is a stale value on the screen, not a matter of taste.
      "react-hooks/exhaustive-deps": "error",
      // Which library the compiler cannot follow is known; nothing here can be mended about it.
      "react-hooks/incompatible-library": "off",
    },
  },
  {
    files: ["apps/web/src/**/*.ts"],
    ignores: TESTS,
    rules: { "no-restricted-syntax": ["error", ...WITHOUT_TYPES, ...TEXTS] },
  },
  {
    files: ["apps/web/src/**/*.tsx"],
    ignores: TESTS,
    rules: {
      "no-restricted-syntax": [
        "error",
        ...WITHOUT_TYPES,
        ...TEXTS,
        {
          selector: "JSXAttribute[name.name='onFocus'] CallExpression[callee.property.name='select']",
          message: "WebKit undoes it after a press: spread selectOnEntry from #ui/select-on-entry.ts.",
        },
        {
          // Layout effects run within the press; of an effect nothing says when.
          selector: "CallExpression[callee.name='useEffect'] CallExpression[callee.property.name='focus']",
          message:
            "It may take the focus from a field in which somebody types already: use useLayoutEffect (TOUCH-06).",
        },
        ...["JSXAttribute[name.name='type'][value.value='number']", "JSXOpeningElement[name.name='NumberInput']"].map(
          (selector) => ({
            selector,
            message: "A turn of the wheel changes it, and it refuses half-typed numbers: use TextField with `numeric`.",
          }),
        ),
        {
          selector:
            "JSXOpeningElement[name.name='input']:not(:has(JSXAttribute[name.name='inputMode'])):not(:has(JSXAttribute[name.name='type'][value.value=/^(?!text$)/]))",
          message: "A tablet shows the keyboard that inputMode names: decimal or numeric for a number, else text.",
        },
      ],
    },
  },
  {
    // People at a screen do not read the console, and it may show personal data: a notice or the error reporter does it.
    files: ["apps/web/src/**/*.{ts,tsx}", "packages/*/src/**/*.ts"],
    ignores: TESTS,
    rules: { "no-console": "error" },
  },
  {
    // An app on the home screen has no way back from a second window, and shows some of them blank (decision 0051).
    files: ["apps/web/src/**/*.{ts,tsx}"],
    rules: {
      "no-restricted-properties": [
        "error",
        ...["window", "globalThis", "self"].map((object) => ({
          object,
          property: "open",
          message: "Show a paper with DocumentView or PaperView, and save a file with saveFile.",
        })),
        ...["localStorage", "sessionStorage"].map((property) => ({
          object: "window",
          property,
          message: "It throws where site data is blocked: use keptTexts.",
        })),
      ],
    },
  },
  {
    files: ["apps/web/src/**/*.{ts,tsx}"],
    ignores: ["apps/web/src/local-data/**", "apps/web/src/ui/kept-texts.ts", "**/testing/**", ...TESTS],
    rules: {
      "no-restricted-globals": [
        "error",
        ...["localStorage", "sessionStorage"].map((name) => ({
          name,
          message: "It throws where site data is blocked: use keptTexts.",
        })),
        { name: "indexedDB", message: "Only local-data opens a database: one place decides what a device keeps." },
      ],
    },
  },

  { files: TESTS, rules: { "no-restricted-syntax": ["error", ...WITHOUT_TYPES, NOT_RUN] } },
  {
    files: BROWSER_TESTS,
    rules: {
      "no-restricted-syntax": [
        "error",
        ...WITHOUT_TYPES,
        NOT_RUN,
        {
          // A page answers a press a moment later, on a busy machine a long moment.
          selector: `CallExpression[callee.name='expect'] > AwaitExpression > CallExpression[callee.property.name=/^(${READS_OF_A_PAGE})$/]`,
          message: "It is read once, before the page has answered: await expect.poll(() => …), or eventually(() => …).",
        },
      ],
    },
  },
  {
    // Scripts and tool settings run in Node, outside the TypeScript project.
    files: JAVASCRIPT,
    languageOptions: {
      globals: Object.fromEntries(
        ["console", "process", "performance", "URL", "setTimeout", "clearTimeout", "fetch", "module", "require"].map(
          (name) => [name, "readonly"],
        ),
      ),
    },
  },
);
