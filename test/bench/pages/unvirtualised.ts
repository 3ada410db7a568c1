import { createApp } from 'vue'
import { fetchRows } from './rows.ts'
import UnvirtualisedList from './UnvirtualisedList.vue'

createApp(UnvirtualisedList, { rows: await fetchRows() }).mount('#app')
