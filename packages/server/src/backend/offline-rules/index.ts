export { createOfflineRules, type OfflineRulesOptions } from './create-offline-rules.ts';
