export { createOfflineRules } from './create-offline-rules.ts';
